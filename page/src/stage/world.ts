import { Color, Group, type Mesh } from "three";

import type { BodyMesh, Frame, HandRig, SceneStarted, TaxelPatches } from "../messages";
import { ForceArrows } from "../view/arrows";
import { HAND_BLOOD } from "../view/blush";
import { BodyView } from "../view/body";
import { EllipsoidViews } from "../view/ellipsoids";
import { HandView } from "../view/hand";
import { HandleViews } from "../view/handles";
import { MarkViews } from "../view/marks";
import type { Quality } from "../view/quality";
import { SpringView } from "../view/spring";
import { PressureCenters, TaxelView } from "../view/taxels";

/** What the server has put on the stage, as meshes. */
export class World extends Group {
  readonly arrows = new ForceArrows();
  /** of the scene's own */
  private readonly pointers = new ForceArrows([new Color("#ff5d5d")], true);
  private readonly ellipsoids = new EllipsoidViews();
  readonly spring = new SpringView();
  readonly handles = new HandleViews();
  readonly marks = new MarkViews();
  private readonly centers = new PressureCenters();
  private readonly taxels = new Map<string, TaxelView>();
  private readonly hands = new Map<string, HandView>();
  private readonly bodies = new Map<string, BodyView>();
  private order: { hands: readonly string[]; bodies: readonly string[] } = { hands: [], bodies: [] };

  constructor(private readonly quality: Quality) {
    super();
    this.add(this.arrows, this.pointers, this.ellipsoids, this.spring, this.handles, this.marks, this.centers);
  }

  /** Forget all meshes; those of the new scene follow. */
  begin(scene: SceneStarted): void {
    for (const view of [...this.taxels.values(), ...this.hands.values(), ...this.bodies.values()]) {
      view.mesh.removeFromParent();
      view.dispose();
    }
    this.taxels.clear();
    this.hands.clear();
    this.bodies.clear();
    this.centers.show(new Float32Array());
    this.order = { hands: scene.hands, bodies: scene.bodies };
    this.handles.rename(scene.handles);
    this.arrows.show(new Float32Array(), new Float32Array(), []);
    this.point(new Float32Array());
    this.ellipsoids.show(new Float32Array());
    this.spring.show(new Float32Array());
    this.marks.show(new Float32Array());
  }

  /** A hand appears, or another takes the place of one with the same name. */
  addHand(rig: HandRig): HandView {
    const hand = new HandView(rig, this.quality);
    this.put(this.hands, rig.hand, hand);
    return hand;
  }

  /** A hand wears a glove; its rig has come before. */
  addTaxels(patches: TaxelPatches): void {
    const hand = this.hands.get(patches.hand);
    if (hand !== undefined) this.put(this.taxels, patches.hand, new TaxelView(patches, hand));
  }

  hand(name: string): HandView | undefined {
    return this.hands.get(name);
  }

  addBody(body: BodyMesh): BodyView {
    const view = new BodyView(body, this.quality);
    this.put(this.bodies, body.body, view);
    return view;
  }

  show(frame: Frame): void {
    let first = 0;
    let coordinate = 0;
    for (const [row, name] of this.order.hands.entries()) {
      const hand = this.hands.get(name);
      if (hand === undefined) break; // its rig has not come yet: rows cannot be told apart
      hand.move(frame.joints.data, first);
      hand.shape(frame.shape.data.subarray(coordinate, coordinate + hand.shapeCount));
      hand.flush(frame.blood.data, HAND_BLOOD * row);
      hand.pale(frame.tried);
      hand.mesh.visible = true;
      first += hand.jointCount;
      coordinate += hand.shapeCount;
    }
    this.order.bodies.forEach((name, row) => {
      const body = this.bodies.get(name);
      if (body === undefined || row >= frame.bodies.shape[0]) return;
      body.move(frame.bodies.data, row);
      body.mesh.visible = true;
    });
    const { contact_pos: pos, contact_force: force, contact_group: group, contact_slip: slip } = frame;
    this.arrows.show(pos.data, force.data, group.data, slip.data);
    const size = frame.taxels.shape[1] * frame.taxels.shape[2];
    [...this.taxels.values()].forEach((view, row) => {
      view.show(frame.taxels.data.subarray(row * size, (row + 1) * size));
    });
    this.centers.show(this.taxels.size > 0 ? frame.contact_pos.data : new Float32Array());
    this.point(frame.pointers.data);
    this.ellipsoids.show(frame.ellipsoids.data);
    this.handles.move(frame.handles.data);
    this.marks.show(frame.marks.data);
  }

  /** Meshes that the pointer cannot pass through. */
  solid(): Mesh[] {
    return [...this.bodies.values()].map((body) => body.mesh);
  }

  isMovable(body: string): boolean {
    return this.bodies.get(body)?.movable ?? false;
  }

  isPointable(body: string): boolean {
    return this.bodies.get(body)?.pointable ?? false;
  }

  /** Whether anything can be. */
  get canBePointedAt(): boolean {
    return [...this.bodies.values()].some(({ pointable }) => pointable);
  }

  /** Show arrows of the scene's own (w × 6). */
  private point(pointers: Float32Array): void {
    const rows = Array.from({ length: pointers.length / 6 }, (_, k) => pointers.subarray(6 * k, 6 * k + 6));
    const pos = Float32Array.from(rows.flatMap((row) => [...row.subarray(0, 3)]));
    const force = Float32Array.from(rows.flatMap((row) => [...row.subarray(3)]));
    this.pointers.show(pos, force, rows.map(() => 0));
  }

  private put<View extends HandView | BodyView | TaxelView>(views: Map<string, View>, name: string, view: View): void {
    const old = views.get(name);
    old?.mesh.removeFromParent();
    old?.dispose();
    views.set(name, view);
    view.mesh.visible = false; // until a frame says where it is
    this.add(view.mesh);
  }
}
