import {
  type AnimationAction,
  AnimationMixer,
  Bone,
  Box3,
  type Group,
  Mesh,
  type Object3D,
  SkinnedMesh,
  Vector3,
} from "three";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

import type { Phase, Series } from "../chart/strip";
import { GROUPS } from "../fingers";
import { Blood } from "./blood";
import { frameAt } from "./frame-at";

/** What export/glb.py writes into `extras.prehensile`; numbers are accessors. */
interface Extras {
  readonly time: number;
  readonly hands: readonly {
    readonly name: string;
    readonly is_skin?: boolean;
    readonly finger_force: number | null;
    readonly palm_force: number | null;
    readonly blush?: { readonly blood: number | null };
  }[];
  readonly contacts: {
    readonly names: readonly string[];
    readonly offsets: number | null;
    readonly a: number | null;
    readonly pos: number | null;
    readonly force: number | null;
  };
  readonly meta?: { readonly phases?: readonly (readonly [string, number, number])[] };
}

/** Contacts of one frame, y up as the file has them. */
export interface FrameContacts {
  readonly pos: Float32Array;
  readonly force: Float32Array;
  readonly group: Uint8Array;
}

const NO_HAND = 255;
const FINGERS = ["thumb", "index", "middle", "ring", "pinky"];

/** A clip from its GLB: the scene at any time, and the forces at any frame. */
export class ClipFile {
  /** y up, as the file has it */
  readonly scene: Group;
  readonly times: Float32Array;
  readonly phases: readonly Phase[];
  readonly hands: readonly { readonly name: string; readonly forces: Series; readonly blood: Blood }[];
  /** names of hands' meshes that are no skin: metal, or what collides */
  readonly parts: ReadonlySet<string>;
  private readonly mixer: AnimationMixer;
  private readonly action: AnimationAction | null;
  private readonly contacts: {
    readonly offsets: ArrayLike<number>;
    readonly pos: Float32Array;
    readonly force: Float32Array;
    readonly group: Uint8Array;
  };

  private constructor(gltf: GLTF, arrays: ReadonlyMap<number, ArrayLike<number>>, extras: Extras) {
    const read = (accessor: number | null) => (accessor === null ? [] : (arrays.get(accessor) ?? []));
    this.scene = gltf.scene;
    this.mixer = new AnimationMixer(gltf.scene);
    const [motion] = gltf.animations;
    this.action = motion ? this.mixer.clipAction(motion).play() : null;
    this.times = Float32Array.from(read(extras.time));
    this.phases = (extras.meta?.phases ?? []).map(([name, start, end]) => ({ name, start, end }));
    this.hands = extras.hands.map(({ name, finger_force, palm_force, blush }) => {
      const [fingers, palm] = [read(finger_force), read(palm_force)];
      const value = (k: number, group: number) => (group < 5 ? fingers[5 * k + group] : palm[k]) ?? 0;
      const blood = new Blood(this.times, read(blush?.blood ?? null));
      return { name, blood, forces: { count: this.times.length, time: (k) => this.times[k]!, value } };
    });
    this.parts = new Set(extras.hands.filter(({ is_skin }) => is_skin === false).map(({ name }) => `${name}-skin`));
    const groups = extras.contacts.names.map(groupOf);
    this.contacts = {
      offsets: read(extras.contacts.offsets),
      pos: Float32Array.from(read(extras.contacts.pos)),
      force: Float32Array.from(read(extras.contacts.force)),
      group: Uint8Array.from(read(extras.contacts.a), (name) => groups[name] ?? NO_HAND),
    };
  }

  /** Read a GLB of ours; throws when it is none. */
  static async read(bytes: ArrayBuffer): Promise<ClipFile> {
    const gltf = await new GLTFLoader().parseAsync(bytes, "");
    const extras = (gltf.parser.json as { extras?: { prehensile?: Extras } }).extras?.prehensile;
    if (extras === undefined) throw new Error("this GLB was not made by Prehensile");
    const { contacts, hands } = extras;
    const wanted = [extras.time, contacts.offsets, contacts.a, contacts.pos, contacts.force];
    for (const hand of hands) wanted.push(hand.finger_force, hand.palm_force, hand.blush?.blood ?? null);
    const arrays = await Promise.all(
      wanted
        .filter((accessor) => accessor !== null)
        .map(async (accessor) => {
          const attribute = (await gltf.parser.getDependency("accessor", accessor)) as { array: ArrayLike<number> };
          return [accessor, attribute.array] as const;
        }),
    );
    return new ClipFile(gltf, new Map(arrays), extras);
  }

  get start(): number {
    return this.times[0] ?? 0;
  }

  get end(): number {
    return this.times.at(-1) ?? 0;
  }

  /** Put everything where it is at a time [s]. */
  pose(time: number): void {
    if (this.action === null) return;
    this.action.time = time; // and no step after it: one would wrap the last frame to the first
    this.mixer.update(0);
  }

  /** The last frame that is not later than a time [s]. */
  frameAt(time: number): number {
    return frameAt(this.times, time);
  }

  contactsOf(frame: number): FrameContacts {
    const { offsets, pos, force, group } = this.contacts;
    const [from, to] = [offsets[frame] ?? 0, offsets[frame + 1] ?? 0];
    return {
      pos: pos.subarray(3 * from, 3 * to),
      force: force.subarray(3 * from, 3 * to),
      group: group.subarray(from, to),
    };
  }

  /** Box around the hands' joints and the small things that move, over the whole clip. */
  reach(root: Object3D, moments: number): Box3 {
    const box = new Box3();
    const moving = this.moving();
    for (let k = 0; k < moments; k++) {
      this.pose(this.start + ((this.end - this.start) * k) / Math.max(1, moments - 1));
      root.updateMatrixWorld(true);
      this.scene.traverse((part) => {
        if (part instanceof Bone) box.expandByPoint(part.getWorldPosition(new Vector3()));
        else if (moving.has(part.uuid)) box.expandByObject(part);
      });
    }
    return box;
  }

  /** Things, not hands, whose place changes during the clip. */
  private moving(): Set<string> {
    const found = new Set<string>();
    for (const track of this.action?.getClip().tracks ?? []) {
      const size = track.getValueSize();
      if (track.values.every((value, k) => Math.abs(value - track.values[k % size]!) < 1e-4)) continue;
      const part = this.scene.getObjectByProperty("uuid", track.name.split(".")[0]!);
      if (part instanceof Mesh && !(part instanceof SkinnedMesh)) found.add(part.uuid);
    }
    return found;
  }
}

function groupOf(name: string): number {
  const segment = name.split("/")[1];
  if (segment === undefined) return NO_HAND;
  const finger = FINGERS.findIndex((word) => segment.startsWith(word));
  return finger >= 0 ? finger : GROUPS.length - 1;
}
