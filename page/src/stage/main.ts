import "../style/base.css";
import "../style/stage.css";

import { Vector3 } from "three";

import { byId, h, icon } from "../dom";
import { ICONS } from "../icons";
import type { BodyMesh, Control, Frame, HandRig, PageMessage, Role, SceneStarted, ServerMessage } from "../messages";
import { ControlPanel } from "../panel/controls";
import { listen } from "../panel/keys";
import { Notices } from "../panel/notices";
import { Recorder } from "../panel/recorder";
import { SceneMenu } from "../panel/scenes";
import { StepRow } from "../panel/steps";
import { TransportBar } from "../panel/transport";
import { Studio } from "../view/studio";
import { Connection } from "../wire/connection";
import { Banner } from "./banner";
import { ForceChart } from "./forces";
import { Grab } from "./grab";
import { keepClear, makeSheet } from "./layout";
import { Meter } from "./meter";
import { Picker } from "./picker";
import { sendPointing } from "./pointing";
import { TakeOver } from "./take-over";
import { World } from "./world";

// The token has become a cookie by now: it need not stand where people look, nor in what they copy.
const opened = new URL(location.href);
if (opened.searchParams.has("token")) {
  opened.searchParams.delete("token");
  history.replaceState(null, "", opened);
}
const scheme = location.protocol === "https:" ? "wss" : "ws";
const folder = location.pathname.replace(/[^/]*$/, "");

const studio = new Studio(byId<HTMLCanvasElement>("view"));
const world = new World(studio.quality);
studio.scene.add(world);
const meter = new Meter();
const chart = new ForceChart();
const notices = new Notices(byId("notices"));
const springLabel = byId("spring-force");

let role: Role = { type: "Role", driving: false, watchers: 0 };
let controls: readonly Control[] = [];
let last: Frame | null = null;
let asks = 0;
let self = 0; // this page's number
const moved = new Map<string, number | string | boolean>(); // controls to send with the next picture

const send = (message: PageMessage) => connection.send(message);
const press = (name: string) => send({ type: "PressButton", name, ask: ++asks });
const panel = new ControlPanel(byId("controls"), { set: (name, value) => void moved.set(name, value), press });
const steps = new StepRow(press);
const scenes = new SceneMenu(
  byId<HTMLButtonElement>("scene"),
  byId("scene-title"),
  byId("scene-menu"),
  (scene) => send({ type: "ChooseScene", scene }),
);
const transport = new TransportBar((change) => send({ type: "Transport", ...change }));
const recorder = new Recorder((on) => send({ type: "Record", on }), notices);
const picker = new Picker(studio, world);
sendPointing(studio.canvas, world, picker, () => role.driving, send);
const grab = new Grab(studio, world, picker, () => role.driving, send);
const takeOver = new TakeOver(() => self, send);
const banner = new Banner(() => connection.retryNow());
const connection = new Connection(
  `${scheme}://${location.host}${folder}ws`,
  receive,
  (state) => {
    banner.show(state);
    takeOver.show({ asker: null, seconds: 0 }); // a question goes with its connection
  },
);

function receive(message: Exclude<ServerMessage, Frame>): void {
  switch (message.type) {
    case "Hello":
      self = message.client;
      scenes.list(message.scenes);
      byId("version").textContent = message.version;
      setRole({ type: "Role", driving: message.driving, watchers: role.watchers });
      break;
    case "Role":
      setRole(message);
      break;
    case "TakeOverAsked":
      takeOver.show(message);
      break;
    case "SceneStarted":
      begin(message);
      break;
    case "HandRig":
      void dress(message);
      break;
    case "TaxelPatches":
      world.addTaxels(message);
      studio.changed();
      break;
    case "BodyMesh":
      void show(message);
      break;
    case "StepsChanged":
      steps.show(message.steps);
      break;
    case "VerdictChanged":
      steps.judge(message.verdict);
      break;
    case "LookChanged":
      studio.look(message.look_from, message.look_at);
      break;
    case "ControlsChanged":
      showControls(message.controls);
      break;
    case "Notice":
      notices.say(message.level, message.text);
      break;
    case "Recording":
      recorder.show(message);
      break;
    case "Refused":
      notices.say("bad", message.reason);
      break;
  }
}

async function dress(rig: HandRig): Promise<void> {
  const hand = world.addHand(rig);
  studio.changed();
  const changed = () => studio.changed();
  await Promise.all([
    hand.paint(rig, file).then(changed, doWithout("pictures of the skin")),
    hand.color(rig, file).then(changed, doWithout("colour of the fingertips")),
  ]);
}

async function show(body: BodyMesh): Promise<void> {
  const view = world.addBody(body);
  studio.changed();
  await view.paint(body, file).then(() => studio.changed(), doWithout("picture of a thing"));
}

/** What cannot be had is left out: plain colours stay. */
function doWithout(what: string): (error: unknown) => void {
  return (error) => console.warn(`${what}:`, error);
}

async function file(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return answer.blob();
}

function begin(scene: SceneStarted): void {
  grab.drop();
  world.begin(scene);
  chart.begin(scene.hands, scene.plot);
  transport.begin(scene.timeline);
  scenes.show(scene.scene);
  showControls(scene.controls);
  studio.floor.visible = scene.floor;
  studio.look(scene.look_from, scene.look_at);
  document.body.dataset["scene"] = scene.scene;
}

function showControls(now: readonly Control[]): void {
  controls = now;
  panel.show(role.driving ? now : now.map((control) => ({ ...control, enabled: false })));
}

function setRole(now: Role): void {
  role = now;
  const others = now.watchers === 0 ? "" : `, ${now.watchers} watching`;
  byId("role").textContent = now.driving ? `Driving${others}` : "Watching";
  document.body.classList.toggle("watching", !now.driving);
  takeOver.setRole(now);
  scenes.enable(now.driving);
  transport.enable(now.driving);
  recorder.enable(now.driving);
  steps.enable(now.driving);
  showControls(controls);
}

function showSpring(frame: Frame): void {
  const middle = world.spring.show(frame.pull.data);
  springLabel.hidden = middle === null;
  if (middle === null) return;
  const { x, y } = studio.project(middle);
  springLabel.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  const [fx, fy, fz] = frame.pull.data.subarray(6, 9);
  springLabel.textContent = `${Math.hypot(fx ?? 0, fy ?? 0, fz ?? 0).toFixed(1)} N`;
}

function flush(): void {
  for (const [name, value] of moved) send({ type: "SetControl", name, value, ask: ++asks });
  moved.clear();
  transport.flush();
  grab.flush();
}

function tick(): void {
  const began = performance.now();
  flush();
  const frame = connection.takeFrame();
  if (frame !== null) {
    last = frame;
    world.show(frame);
    showSpring(frame);
    chart.show(frame);
    transport.show(frame);
    studio.changed();
  }
  world.handles.fit(studio.camera.position);
  world.marks.face(studio.camera);
  studio.draw();
  if (frame !== null) meter.add(performance.now() - began);
  requestAnimationFrame(tick);
}

async function screenshot(): Promise<void> {
  const address = URL.createObjectURL(await studio.picture());
  h("a", { href: address, download: `prehensile-${document.body.dataset["scene"] ?? "stage"}.png` }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function toggleArrows(): void {
  world.arrows.visible = !world.arrows.visible;
  byId("arrows").setAttribute("aria-pressed", `${world.arrows.visible}`);
  studio.changed();
}

for (const button of document.querySelectorAll<HTMLElement>("[data-icon]")) {
  const name = button.dataset["icon"] as keyof typeof ICONS;
  button.prepend(icon(ICONS[name], name === "record"));
}
byId("screenshot").addEventListener("click", () => void screenshot());
byId("arrows").addEventListener("click", toggleArrows);
listen([
  { key: "Enter", shown: "Enter", what: "Take the lit step", run: () => steps.pressMain() },
  { key: " ", shown: "Space", what: "Pause, go on", run: () => transport.toggle() },
  { key: ".", shown: ".", what: "One step", run: () => transport.step() },
  { key: ",", shown: ",", what: "Slower", run: () => transport.shift(-1) },
  { key: "/", shown: "/", what: "Faster", run: () => transport.shift(1) },
  { key: "r", shown: "R", what: "Start the scene again", run: () => transport.reset() },
  { key: "g", shown: "G", what: "Record, finish the recording", run: () => recorder.toggle() },
  { key: "s", shown: "S", what: "Save a picture", run: () => void screenshot() },
  { key: "f", shown: "F", what: "Show or hide contact forces and slip", run: toggleArrows },
]);
makeSheet();
keepClear(studio);

/** For tests in a browser: rates, where points of the world are drawn, what was last shown. */
window.__prehensile = {
  stats: () => ({ ...meter.stats(), received: connection.framesReceived }),
  project: (point) => studio.project(new Vector3(...point)),
  skinned: async (name) => {
    const { posedSkin } = await import("../view/readback");
    const hand = world.hand(name);
    return hand ? studio.measured((renderer) => posedSkin(renderer, hand)) : null;
  },
  painted: (name) => world.hand(name)?.isPainted ?? false,
  colored: (name) => world.hand(name)?.isColored ?? false,
  blushed: async (name, quality, texels, blood) => {
    const { baseColors } = await import("../view/readback");
    const hand = world.hand(name);
    return hand ? studio.measured((renderer) => baseColors(renderer, hand, quality, texels, blood)) : null;
  },
  state: () =>
    last && {
      time: last.time,
      number: last.number,
      running: last.running,
      phase: last.phase,
      answers: last.answers,
      joints: Array.from(last.joints.data),
      bodies: Array.from(last.bodies.data),
      groupForce: Array.from(last.group_force.data),
      handles: Array.from(last.handles.data),
      pull: Array.from(last.pull.data),
      blood: Array.from(last.blood.data),
      pointers: Array.from(last.pointers.data),
      ellipsoids: Array.from(last.ellipsoids.data),
      taxels: Array.from(last.taxels.data),
      centers: Array.from(last.contact_pos.data),
      slip: Array.from(last.contact_slip.data),
      slipping: world.arrows.slipping,
      marks: Array.from(last.marks.data),
      tried: last.tried,
    },
};

requestAnimationFrame(tick);
