import type { Texture } from "three";

import { Blush, numbers } from "../view/blush";
import { bytes } from "./bytes";

/** What export/html_blush.py writes. */
interface BlushFile {
  readonly pigment: readonly number[];
  readonly space: "srgb" | "linear";
  readonly scale: readonly number[];
  readonly textures: string;
  readonly lookups: readonly string[];
  readonly hands: readonly (number | null)[];
}

function png(packed: string): Promise<Texture> {
  return numbers(new Blob([bytes(packed)], { type: "image/png" }));
}

/** For every hand of a clip what colours its fingertips; null where nothing does. */
export async function blushes(text: string): Promise<(Blush | null)[]> {
  if (text === "") return [];
  const file = JSON.parse(text) as BlushFile;
  const { pigment, space, scale } = file;
  const textures = await png(file.textures);
  const lookups = await Promise.all(file.lookups.map(png));
  return file.hands.map((which) =>
    which === null ? null : new Blush({ lookup: lookups[which]!, textures, scale, pigment, space }),
  );
}
