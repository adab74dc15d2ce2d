// Made by `python -m prehensile.stage.typescript` from src/prehensile/stage/messages.py.
// Do not edit: change the messages there and run it again (a test fails when this file is stale).

/** The page and the server must agree on it. */
export const PROTOCOL = 12;
/** Of the package this file was made for. */
export const VERSION = "0.1.0";

export type Dtype = "<f4" | "<f8" | "<u1" | "<u2" | "<u4" | "<i4";
/** Numbers row after row, and how many along each axis. Names in a shape are lengths that vary. */
export interface Tensor<Data, Shape extends readonly number[]> {
  readonly data: Data;
  readonly shape: Shape;
}

/** One thing that can be set or pressed, as the page draws it. */
export interface Control {
  readonly name: string;
  readonly label: string;
  /** a figure is only read; its value is text */
  readonly kind: "slider" | "choice" | "switch" | "button" | "figure";
  readonly help: string;
  readonly value: number | string | boolean | null;
  readonly low: number;
  readonly high: number;
  /** of a slider; 0: continuous */
  readonly step: number;
  readonly unit: string;
  readonly choices: readonly string[];
  /** controls with the same group stand together under that heading */
  readonly group: string;
  readonly enabled: boolean;
  /** folded away at first */
  readonly advanced: boolean;
  /** as papers write it (k_S, τ_P); stands beside the label, which is plain words */
  readonly symbol: string;
  /** of a slider: within which a measured value lies with 90 %; marked below it */
  readonly likely: readonly [number, number] | null;
}

/** One thing to do in a scene, in its order; pressed through its name like a button. */
export interface Step {
  readonly name: string;
  /** plain words, one to three */
  readonly label: string;
  /** one sentence: what happens, or what it waits for */
  readonly hint: string;
  /** only a ready one can be pressed; the first ready one is the main step */
  readonly state: "ready" | "running" | "done" | "locked";
}

/** One number that a verdict rests on. */
export interface ShownFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** How it went, as whoever judged it says. */
export interface ShownVerdict {
  readonly ok: boolean;
  /** all of it, as a person would say it */
  readonly line: string;
  /** what to do about it; empty where there is nothing to say */
  readonly advice: string;
  readonly figures: readonly ShownFigure[];
}

/** Numbers of a scene's own that the page draws over time, in the order of `Frame.plotted`. */
export interface Plot {
  /** plain words, one to three */
  readonly title: string;
  /** what each number is, a word or two; six at most */
  readonly lines: readonly string[];
  readonly unit: string;
}

/** A scene in the list of scenes. */
export interface SceneTitle {
  readonly name: string;
  readonly title: string;
  /** one sentence for people */
  readonly line: string;
  /** why it cannot run here (an extra that is not installed); empty if it can */
  readonly missing: string;
}

/** First message on a connection. */
export interface Hello {
  readonly type: "Hello";
  readonly protocol: number;
  readonly version: string;
  readonly client: number;
  readonly driving: boolean;
  readonly scenes: readonly SceneTitle[];
}

/** Whether this page drives; the others watch. */
export interface Role {
  readonly type: "Role";
  readonly driving: boolean;
  readonly watchers: number;
}

/** A watching page asks to drive; told to the page that drives and to the one that asks. */
export interface TakeOverAsked {
  readonly type: "TakeOverAsked";
  /** `Hello.client` of that page; null: nobody asks any more */
  readonly asker: number | null;
  /** after which it drives unless the driver answers */
  readonly seconds: number;
}

/** A scene begins: forget all meshes; steps, verdict, rigs and bodies follow, then frames. */
export interface SceneStarted {
  readonly type: "SceneStarted";
  readonly scene: string;
  readonly controls: readonly Control[];
  readonly hands: readonly string[];
  readonly bodies: readonly string[];
  /** points that can be dragged, in the order of `Frame.handles` */
  readonly handles: readonly string[];
  readonly look_at: readonly [number, number, number];
  readonly look_from: readonly [number, number, number];
  readonly floor: boolean;
  /** [s] length of a clip that can be scrubbed; 0: live */
  readonly timeline: number;
  /** shown in place of the forces at first */
  readonly plot: Plot | null;
}

/** A hand's skin in its bind pose and the joints that carry it. */
export interface HandRig {
  readonly type: "HandRig";
  readonly hand: string;
  readonly side: "right" | "left";
  readonly joint_names: readonly string[];
  /** <f4 (n × 3) */
  readonly vertices: Tensor<Float32Array, readonly [number, 3]>;
  /** <f4 (n × 3) */
  readonly normals: Tensor<Float32Array, readonly [number, 3]>;
  /** <u4 (f × 3) */
  readonly faces: Tensor<Uint32Array, readonly [number, 3]>;
  /** <u1 (n × 4) */
  readonly joints: Tensor<Uint8Array, readonly [number, 4]>;
  /** <f4 (n × 4) */
  readonly weights: Tensor<Float32Array, readonly [number, 4]>;
  /** <f4 (j × 4 × 4) bind-pose vertex → joint frame */
  readonly inverse_bind: Tensor<Float32Array, readonly [number, 4, 4]>;
  /** <u1 (n) per vertex: 0 skin, 1 nail */
  readonly region: Tensor<Uint8Array, readonly [number]>;
  /** <u1 (n × 3) sRGB */
  readonly colors: Tensor<Uint8Array, readonly [number, 3]>;
  /** <f4 (t × 2) per vertex, origin upper left; none where there are no pictures */
  readonly uv: Tensor<Float32Array, readonly [number, 2]>;
  /** <u4 (s) n + 1, or none: entries `shape_start[v]` to `shape_start[v + 1]` correct vertex v at rest, each by a coordinate of `Frame.shape` times what follows */
  readonly shape_start: Tensor<Uint32Array, readonly [number]>;
  /** <u1 (m) which coordinate of this hand's */
  readonly shape_column: Tensor<Uint8Array, readonly [number]>;
  /** <f4 (m × 3) [m] added to the vertex */
  readonly shape_shift: Tensor<Float32Array, readonly [number, 3]>;
  /** <f4 (m × 3) added to its unit normal */
  readonly shape_turn: Tensor<Float32Array, readonly [number, 3]>;
  /** names of the coordinates; none where bones alone shape the skin */
  readonly shapes: readonly string[];
  /** False for parts of metal and the shapes that collide */
  readonly is_skin: boolean;
  /** address of a picture that takes the place of `colors`; fetched after the first frame */
  readonly color_picture: string;
  /** address of a normal map, green towards the picture's top */
  readonly normal_picture: string;
  /** of a pictured skin, from 0 (a mirror) to 1 (chalk) */
  readonly roughness: number;
  /** address of what says where the fingertips' eigentextures lie on it, as `prehensile.export.blush_pictures` packs it; empty where blood does not show */
  readonly lookup_picture: string;
  /** address of the eigentextures, packed there too */
  readonly texture_picture: string;
  /** what the largest number in each of them stands for */
  readonly texture_scale: readonly [number, number, number, number];
  /** change of −ln of a colour by one unit of blood */
  readonly pigment: readonly [number, number, number];
  /** of the colours whose logarithms those are */
  readonly blood_space: "srgb" | "linear";
  /** below 1 a ghost, in one colour */
  readonly opacity: number;
}

/** The taxels of a glove that a hand wears: squares on its skin, in the bind pose. */
export interface TaxelPatches {
  readonly type: "TaxelPatches";
  readonly hand: string;
  /** <u4 (t) place of each in an image of `Frame.taxels`, row after row */
  readonly cell: Tensor<Uint32Array, readonly [number]>;
  /** <f4 (t × 3) [m] */
  readonly pos: Tensor<Float32Array, readonly [number, 3]>;
  /** <f4 (t × 3) unit, out of the skin */
  readonly normal: Tensor<Float32Array, readonly [number, 3]>;
  /** <f4 (t × 3) unit, in the skin, towards the fingertip */
  readonly along: Tensor<Float32Array, readonly [number, 3]>;
  /** <u1 (t × 4) that carry it, as in `HandRig` */
  readonly joints: Tensor<Uint8Array, readonly [number, 4]>;
  /** <f4 (t × 4) */
  readonly weights: Tensor<Float32Array, readonly [number, 4]>;
  /** [m] from one to the next */
  readonly pitch: number;
}

/** A thing, in its own frame; along sharp edges its vertices are doubled. */
export interface BodyMesh {
  readonly type: "BodyMesh";
  readonly body: string;
  /** <f4 (n × 3) */
  readonly vertices: Tensor<Float32Array, readonly [number, 3]>;
  /** <f4 (n × 3) */
  readonly normals: Tensor<Float32Array, readonly [number, 3]>;
  /** <u4 (f × 3) */
  readonly faces: Tensor<Uint32Array, readonly [number, 3]>;
  /** sRGB */
  readonly color: readonly [number, number, number];
  /** can be pulled with the mouse */
  readonly movable: boolean;
  /** a click on it means something: `PointAt` */
  readonly pointable: boolean;
  /** <f4 (t × 2) per vertex, origin upper left; none where there is no picture */
  readonly uv: Tensor<Float32Array, readonly [number, 2]>;
  /** below 1 of glass */
  readonly opacity: number;
  /** address of a picture that takes the place of `color`; fetched after the first frame */
  readonly color_picture: string;
}

/** The state before a step, with the contact forces computed from it. */
export interface Frame {
  readonly type: "Frame";
  /** [s] simulated */
  readonly time: number;
  readonly number: number;
  readonly running: boolean;
  /** simulated over wall-clock time, as wanted */
  readonly speed: number;
  /** the largest `SetControl.ask` whose effect is in this frame */
  readonly answers: number;
  /** what the scene is doing, one or two words */
  readonly phase: string;
  /** <f4 (j × 7) poses of all hands' rig joints, hand after hand */
  readonly joints: Tensor<Float32Array, readonly [number, 7]>;
  /** <f4 (a) coordinates that correct the skins at rest, hand after hand, as many as its `shapes` */
  readonly shape: Tensor<Float32Array, readonly [number]>;
  /** <f4 (b × 7) */
  readonly bodies: Tensor<Float32Array, readonly [number, 7]>;
  /** <f4 (c × 3) */
  readonly contact_pos: Tensor<Float32Array, readonly [number, 3]>;
  /** <f4 (c × 3) [N] that the hand exerts on the other */
  readonly contact_force: Tensor<Float32Array, readonly [number, 3]>;
  /** <u1 (c) thumb 0 … little 4, palm 5, no hand 255 */
  readonly contact_group: Tensor<Uint8Array, readonly [number]>;
  /** <u1 (c) */
  readonly contact_hand: Tensor<Uint8Array, readonly [number]>;
  /** <f4 (c) [m/s] along the surface, shown as a ring; 0 in scenes that do not know it */
  readonly contact_slip: Tensor<Float32Array, readonly [number]>;
  /** <f4 (g × 6) [N] normal force, thumb to little and palm; no row in a scene without forces */
  readonly group_force: Tensor<Float32Array, readonly [number, 6]>;
  /** <f4 (k × 3) */
  readonly handles: Tensor<Float32Array, readonly [number, 3]>;
  /** <f4 (p × 3) mouse spring: empty, or anchor, target and force [N] */
  readonly pull: Tensor<Float32Array, readonly [number, 3]>;
  /** <f4 (h × 5 × 4) amounts of the four eigentextures on each fingertip, thumb to little; 0 at no load */
  readonly blood: Tensor<Float32Array, readonly [number, 5, 4]>;
  /** <f4 (l) numbers of `SceneStarted.plot`; none without one */
  readonly plotted: Tensor<Float32Array, readonly [number]>;
  /** <f4 (w × 6) arrows of a scene's own, no contact forces: where they begin [m], and as what force [N] they are drawn */
  readonly pointers: Tensor<Float32Array, readonly [number, 6]>;
  /** <f4 (e × 4 × 3) [m] centre and three half-axes of each, world */
  readonly ellipsoids: Tensor<Float32Array, readonly [number, 4, 3]>;
  /** <f4 (t × rows × columns) pressure images [Pa] of the hands that wear taxels, in the order of their patches */
  readonly taxels: Tensor<Float32Array, readonly [number, number, number]>;
  /** <f4 (m × 3) [m] places that a person pointed at, world */
  readonly marks: Tensor<Float32Array, readonly [number, 3]>;
  /** the hands are where a planner tries them, not where they are; drawn pale */
  readonly tried: boolean;
}

/** New values, or other controls, of the running scene. */
export interface ControlsChanged {
  readonly type: "ControlsChanged";
  readonly controls: readonly Control[];
}

/** What there is to do in the running scene, in order; none where it has no order. */
export interface StepsChanged {
  readonly type: "StepsChanged";
  readonly steps: readonly Step[];
}

/** How it went in the running scene; null while there is nothing to judge. */
export interface VerdictChanged {
  readonly type: "VerdictChanged";
  readonly verdict: ShownVerdict | null;
}

/** The scene shows something from elsewhere; the person may look around from there. */
export interface LookChanged {
  readonly type: "LookChanged";
  readonly look_at: readonly [number, number, number];
  readonly look_from: readonly [number, number, number];
}

/** Something to tell the person. */
export interface Notice {
  readonly type: "Notice";
  readonly level: "info" | "good" | "bad";
  readonly text: string;
}

/** State of the recorder; a finished recording can be fetched. */
export interface Recording {
  readonly type: "Recording";
  readonly running: boolean;
  readonly frames: number;
  /** relative addresses of the last finished recording, by suffix .glb and .npz */
  readonly files: readonly string[];
}

/** A message was dropped, and why. */
export interface Refused {
  readonly type: "Refused";
  readonly reason: string;
}

/** Move a slider, choose, switch. */
export interface SetControl {
  readonly type: "SetControl";
  readonly name: string;
  readonly value: number | string | boolean;
  /** any rising number; comes back in `Frame.answers` */
  readonly ask?: number;
}

/** Press a button or a ready step of the scene. */
export interface PressButton {
  readonly type: "PressButton";
  readonly name: string;
  readonly ask?: number;
}

/** Start another scene. */
export interface ChooseScene {
  readonly type: "ChooseScene";
  readonly scene: string;
}

/** Pause, single steps, slow motion, reset, or a place in a clip. */
export interface Transport {
  readonly type: "Transport";
  readonly running?: boolean | null;
  readonly speed?: number | null;
  readonly step?: boolean;
  readonly reset?: boolean;
  /** [s] */
  readonly seek?: number | null;
}

/** Hang a body on the mouse spring, or move its target; `target` None lets go. */
export interface Pull {
  readonly type: "Pull";
  readonly body: string;
  /** [m], body frame */
  readonly anchor: readonly [number, number, number];
  readonly target: readonly [number, number, number] | null;
}

/** Move a handle to a point; `target` None ends the drag. */
export interface DragHandle {
  readonly type: "DragHandle";
  readonly handle: string;
  readonly target: readonly [number, number, number] | null;
}

/** A click: on a place of a thing, or (null) on nothing that can be pointed at. */
export interface PointAt {
  readonly type: "PointAt";
  readonly body?: string | null;
  /** [m], body frame */
  readonly at?: readonly [number, number, number] | null;
}

/** Start or finish a recording. */
export interface Record {
  readonly type: "Record";
  readonly on: boolean;
}

/** A watching page asks to drive; the driver is asked, if there is one. */
export interface TakeOver {
  readonly type: "TakeOver";
}

/** The driver lets the page that asked drive, or goes on. */
export interface AnswerTakeOver {
  readonly type: "AnswerTakeOver";
  readonly asker: number;
  readonly yes: boolean;
}

export type ServerMessage =
  | Hello
  | Role
  | TakeOverAsked
  | SceneStarted
  | HandRig
  | TaxelPatches
  | BodyMesh
  | Frame
  | ControlsChanged
  | StepsChanged
  | VerdictChanged
  | LookChanged
  | Notice
  | Recording
  | Refused
;

export type PageMessage =
  | SetControl
  | PressButton
  | ChooseScene
  | Transport
  | Pull
  | DragHandle
  | PointAt
  | Record
  | TakeOver
  | AnswerTakeOver
;

/** Blobs of every message: dtype and shape as the server promises them. */
export const BLOBS: {
  readonly [type: string]: {
    readonly [field: string]: {
      readonly dtype: Dtype;
      readonly shape: readonly (number | string)[];
    };
  };
} = {
  HandRig: {
    vertices: { dtype: "<f4", shape: ["n", 3] },
    normals: { dtype: "<f4", shape: ["n", 3] },
    faces: { dtype: "<u4", shape: ["f", 3] },
    joints: { dtype: "<u1", shape: ["n", 4] },
    weights: { dtype: "<f4", shape: ["n", 4] },
    inverse_bind: { dtype: "<f4", shape: ["j", 4, 4] },
    region: { dtype: "<u1", shape: ["n"] },
    colors: { dtype: "<u1", shape: ["n", 3] },
    uv: { dtype: "<f4", shape: ["t", 2] },
    shape_start: { dtype: "<u4", shape: ["s"] },
    shape_column: { dtype: "<u1", shape: ["m"] },
    shape_shift: { dtype: "<f4", shape: ["m", 3] },
    shape_turn: { dtype: "<f4", shape: ["m", 3] },
  },
  TaxelPatches: {
    cell: { dtype: "<u4", shape: ["t"] },
    pos: { dtype: "<f4", shape: ["t", 3] },
    normal: { dtype: "<f4", shape: ["t", 3] },
    along: { dtype: "<f4", shape: ["t", 3] },
    joints: { dtype: "<u1", shape: ["t", 4] },
    weights: { dtype: "<f4", shape: ["t", 4] },
  },
  BodyMesh: {
    vertices: { dtype: "<f4", shape: ["n", 3] },
    normals: { dtype: "<f4", shape: ["n", 3] },
    faces: { dtype: "<u4", shape: ["f", 3] },
    uv: { dtype: "<f4", shape: ["t", 2] },
  },
  Frame: {
    joints: { dtype: "<f4", shape: ["j", 7] },
    shape: { dtype: "<f4", shape: ["a"] },
    bodies: { dtype: "<f4", shape: ["b", 7] },
    contact_pos: { dtype: "<f4", shape: ["c", 3] },
    contact_force: { dtype: "<f4", shape: ["c", 3] },
    contact_group: { dtype: "<u1", shape: ["c"] },
    contact_hand: { dtype: "<u1", shape: ["c"] },
    contact_slip: { dtype: "<f4", shape: ["c"] },
    group_force: { dtype: "<f4", shape: ["g", 6] },
    handles: { dtype: "<f4", shape: ["k", 3] },
    pull: { dtype: "<f4", shape: ["p", 3] },
    blood: { dtype: "<f4", shape: ["h", 5, 4] },
    plotted: { dtype: "<f4", shape: ["l"] },
    pointers: { dtype: "<f4", shape: ["w", 6] },
    ellipsoids: { dtype: "<f4", shape: ["e", 4, 3] },
    taxels: { dtype: "<f4", shape: ["t", "rows", "columns"] },
    marks: { dtype: "<f4", shape: ["m", 3] },
  },
};
