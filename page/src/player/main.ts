import "../style/base.css";
import "../style/player.css";

import { Color, Group, Mesh, MeshStandardMaterial, SkinnedMesh, Sphere, Vector3 } from "three";

import { Legend } from "../chart/legend";
import { Strip } from "../chart/strip";
import { byId, h, icon } from "../dom";
import { ICONS } from "../icons";
import type { Blush } from "../view/blush";
import { ForceArrows } from "../view/arrows";
import { bodyMaterial } from "../view/body";
import type { Quality } from "../view/quality";
import { partsMaterial, skinMaterial, type SkinPictures } from "../view/skin";
import { Studio } from "../view/studio";
import { blushes } from "./blush";
import { bytes } from "./bytes";
import { ClipFile } from "./clip";
import { thinned } from "./thinned";

const SPEEDS = [1, 0.5, 0.25, 0.1];
/** [s] that an arrow key moves */
const NUDGE = 0.1;
const MOST_SAMPLES = 1500;

function embedded(): ArrayBuffer {
  const text = byId("clip").textContent?.trim() ?? "";
  if (text === "") throw new Error("this page holds no clip: make one with “prehensile export clip.npz --html”");
  return bytes(text).buffer;
}

function pictures({ map, normalMap, normalScale, roughness }: MeshStandardMaterial): SkinPictures | null {
  return map && { color: map, normal: normalMap, normalScale, roughness };
}

/** Our own look instead of the file's plain one; skins by the names of their meshes may blush. */
function dress(
  scene: Group,
  quality: Quality,
  parts: ReadonlySet<string>,
  colors: ReadonlyMap<string, Blush>,
): void {
  scene.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.castShadow = part.receiveShadow = true;
    const plain = part.material as MeshStandardMaterial;
    if (part instanceof SkinnedMesh) {
      const name = (part.userData["name"] as string | undefined) ?? part.name; // three changes some
      const skin = parts.has(name) ? partsMaterial(quality) : skinMaterial(quality, pictures(plain));
      part.material = part.geometry.hasAttribute("uv") ? (colors.get(name)?.taught(skin) ?? skin) : skin;
      part.frustumCulled = false;
    } else part.material = bodyMaterial(new Color().copy(plain.color), quality, 1, plain.map);
    plain.dispose();
  });
}

function look(studio: Studio, clip: ClipFile, root: Group): void {
  const box = clip.reach(root, 8);
  if (box.isEmpty()) return;
  const ball = box.getBoundingSphere(new Sphere());
  const from = new Vector3(0.62, -0.72, 0.42).normalize();
  from.multiplyScalar(Math.max(0.3, 3.5 * ball.radius)).add(ball.center);
  studio.look([from.x, from.y, from.z], [ball.center.x, ball.center.y, ball.center.z]);
}

async function start(): Promise<void> {
  const clip = await ClipFile.read(embedded());
  const studio = new Studio(byId<HTMLCanvasElement>("view"));
  const root = new Group();
  root.rotation.x = Math.PI / 2; // the file has y up, the studio z
  const arrows = new ForceArrows();
  root.add(clip.scene, arrows);
  studio.scene.add(root);
  const tips = await blushes(byId("blush").textContent?.trim() ?? "");
  const colors = new Map<string, Blush>();
  clip.hands.forEach(({ name }, row) => tips[row] && colors.set(`${name}-skin`, tips[row]));
  dress(clip.scene, studio.quality, clip.parts, colors);
  look(studio, clip, root);

  const strip = new Strip(byId<HTMLCanvasElement>("chart"));
  const legend = new Legend();
  byId("legend").append(legend.element);
  const cursor = byId("cursor");
  const scrub = byId<HTMLInputElement>("scrub");
  const [from, to] = [clip.start, clip.end];
  scrub.min = `${from}`;
  scrub.max = `${to}`;

  let time = from;
  let playing = to > from;
  let speed = 0;
  let loop = true;
  let hand = 0;
  const curves = clip.hands.map(({ forces }) => thinned(forces, MOST_SAMPLES));

  function show(): void {
    clip.pose(time);
    clip.hands.forEach(({ blood }, row) => tips[row]?.set(blood.at(time)));
    const frame = clip.frameAt(time);
    const { pos, force, group } = clip.contactsOf(frame);
    arrows.show(pos, force, group);
    const forces = clip.hands[hand]?.forces;
    legend.show((which) => forces?.value(frame, which) ?? 0);
    scrub.valueAsNumber = time;
    scrub.style.setProperty("--share", `${(100 * (time - from)) / (to - from || 1)}%`);
    scrub.setAttribute("aria-valuetext", `${time.toFixed(2)} of ${to.toFixed(2)} seconds`);
    byId("clock").textContent = `${time.toFixed(2)} / ${to.toFixed(2)} s`;
    cursor.style.transform = `translateX(${strip.placeOf(time, from, to).toFixed(1)}px)`;
    studio.changed();
  }

  function seek(where: number): void {
    time = Math.min(to, Math.max(from, where));
    show();
  }

  function play(on: boolean): void {
    playing = on;
    if (on && time >= to) time = from;
    const name = on ? "Pause" : "Play";
    const button = byId("play");
    button.replaceChildren(icon(on ? ICONS.pause : ICONS.play, !on));
    button.setAttribute("aria-label", name);
    button.title = `${name} (space)`;
  }

  function plot(): void {
    const series = curves[hand];
    if (series !== undefined) strip.draw(series, from, to, clip.phases);
    show();
  }

  function setSpeed(which: number): void {
    speed = which % SPEEDS.length;
    byId("speed").textContent = `${SPEEDS[speed]}×`;
  }

  function setLoop(on: boolean): void {
    loop = on;
    byId("loop").setAttribute("aria-pressed", `${on}`);
  }

  function toggleArrows(): void {
    arrows.visible = !arrows.visible;
    byId("arrows").setAttribute("aria-pressed", `${arrows.visible}`);
    studio.changed();
  }

  const tabs = clip.hands.map(({ name }, k) =>
    h("button", { type: "button", "aria-pressed": `${k === 0}`, click: () => choose(k) }, name),
  );
  function choose(which: number): void {
    hand = which;
    tabs.forEach((tab, k) => tab.setAttribute("aria-pressed", `${k === which}`));
    plot();
  }
  byId("hands").append(...tabs);
  byId("hands").hidden = tabs.length < 2;

  byId("play").addEventListener("click", () => play(!playing));
  byId("speed").addEventListener("click", () => setSpeed(speed + 1));
  byId("loop").addEventListener("click", () => setLoop(!loop));
  byId("arrows").addEventListener("click", toggleArrows);
  scrub.addEventListener("input", () => {
    play(false);
    seek(scrub.valueAsNumber);
  });
  const chart = byId<HTMLCanvasElement>("chart");
  const drag = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    play(false);
    seek(strip.timeAt(event.offsetX, from, to));
  };
  chart.addEventListener("pointerdown", (event) => {
    chart.setPointerCapture(event.pointerId);
    drag(event);
  });
  chart.addEventListener("pointermove", drag);

  const keys: { readonly [key: string]: () => void } = {
    " ": () => play(!playing),
    ArrowLeft: () => seek(time - NUDGE),
    ArrowRight: () => seek(time + NUDGE),
    Home: () => seek(from),
    End: () => seek(to),
    l: () => setLoop(!loop),
    f: toggleArrows,
  };
  document.addEventListener("keydown", (event) => {
    const focused = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || focused.matches("button, input")) return;
    const run = keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  });

  for (const button of document.querySelectorAll<HTMLElement>("[data-icon]")) {
    button.prepend(icon(ICONS[button.dataset["icon"] as keyof typeof ICONS]));
  }
  const deck = byId("deck");
  deck.hidden = false;
  const fit = () => {
    studio.cover({ left: 0, right: 0, top: 0, bottom: deck.offsetHeight + 12 });
    plot();
  };
  new ResizeObserver(fit).observe(deck);
  new ResizeObserver(fit).observe(document.body);
  setSpeed(0);
  play(playing);
  fit();

  let last = performance.now();
  const tick = (now: number) => {
    const passed = Math.min(0.1, (now - last) / 1000); // a tab that was hidden goes on where it was
    last = now;
    if (playing) {
      const next = time + passed * SPEEDS[speed]!;
      if (next < to) seek(next);
      else if (loop) seek(from);
      else {
        seek(to);
        play(false);
      }
    }
    studio.draw();
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);

  /** For tests in a browser: where points of the world (z up) are drawn, and what is shown. */
  window.__prehensile = {
    project: (point) => studio.project(new Vector3(...point)),
    state: () => ({ time, playing, frame: clip.frameAt(time), frames: clip.times.length, seek }),
    blood: (row) => (tips[row] ? Array.from(clip.hands[row]!.blood.at(time)) : []),
  };
}

byId("title").textContent = document.title;
start().catch((error: unknown) => {
  const problem = byId("problem");
  problem.hidden = false;
  problem.textContent = error instanceof Error ? error.message : String(error);
});
