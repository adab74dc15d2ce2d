import type { Texture } from "three";

import { Blush, numbers } from "../view/blush";
import { BloodTrack } from "./blood";
import { bytes } from "./bytes";

/** What export/html_blush.py writes. */
interface BlushFile {
  readonly pigment: readonly number[];
  readonly space: "srgb" | "linear";
  readonly scale: readonly number[];
  readonly textures: string;
  readonly lookups: readonly string[];
  readonly rate: number;
  readonly hands: readonly ({ readonly lookup: number; readonly most: number; readonly blood: string } | null)[];
}

/** The colour of one hand's fingertips, and its course. */
export interface BlushingHand {
  readonly blush: Blush;
  readonly track: BloodTrack;
}

function png(packed: string): Promise<Texture> {
  return numbers(new Blob([bytes(packed)], { type: "image/png" }));
}

/** For every hand of a clip what colours its fingertips; null where nothing does. */
export async function blushingHands(text: string): Promise<(BlushingHand | null)[]> {
  if (text === "") return [];
  const file = JSON.parse(text) as BlushFile;
  const { pigment, space, scale, rate } = file;
  const textures = await png(file.textures);
  const lookups = await Promise.all(file.lookups.map(png));
  return file.hands.map((hand) => {
    if (hand === null) return null;
    const lookup = lookups[hand.lookup]!;
    const blush = new Blush({ lookup, textures, scale, pigment, space });
    return { blush, track: new BloodTrack(bytes(hand.blood), hand.most, rate) };
  });
}
