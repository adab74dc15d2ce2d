import {
  BackSide,
  BoxGeometry,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  type Texture,
  type Vector3,
  type WebGLRenderer,
} from "three";

import type { Quality } from "./quality";

/** [m] half the width of the square that the key light's shadows cover */
const SHADOWED = 0.5;

/** A warm key that casts soft shadows, a cool rim from behind, a faint sky. */
export class Lights extends Group {
  private readonly key = new DirectionalLight("#ffe0bd", 3.1);
  private readonly rim = new DirectionalLight("#8fb7ff", 2.0);

  constructor() {
    super();
    const { shadow } = this.key;
    shadow.mapSize.set(1024, 1024);
    shadow.radius = 9;
    shadow.bias = -0.0004;
    shadow.normalBias = 0.004;
    const box = shadow.camera;
    box.left = box.bottom = -SHADOWED;
    box.right = box.top = SHADOWED;
    box.near = 0.1;
    box.far = 4;
    this.key.castShadow = true;
    const sky = new HemisphereLight("#b4caff", "#8a5f4c", 1.15);
    sky.position.set(0, 0, 1);
    this.add(this.key, this.key.target, this.rim, this.rim.target, sky);
  }

  /** Shadows as fine as a picture that many pixels wide needs. */
  refine(quality: Quality, pixels: number): void {
    const size = quality === "plain" ? 512 : pixels > 1000 ? 2048 : 1024;
    const { shadow } = this.key;
    if (shadow.mapSize.x === size) return;
    shadow.mapSize.set(size, size);
    shadow.radius = (9 * size) / 2048; // in texels: as soft at every size
    shadow.map?.dispose();
    shadow.map = null;
  }

  /** Set up for an eye: the key above its left shoulder, the rim opposite. */
  aim(at: Vector3, eye: Vector3): void {
    const around = Math.atan2(eye.y - at.y, eye.x - at.x);
    const place = (light: DirectionalLight, angle: number, height: number) => {
      light.target.position.copy(at);
      light.position.set(Math.cos(around + angle), Math.sin(around + angle), height);
      light.position.multiplyScalar(1.3).add(at);
    };
    place(this.key, -0.75, 1.25);
    place(this.rim, 2.5, 0.75);
  }
}

/** What smooth things mirror: a dim room with three soft boxes, world z up. */
export function softboxes(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  const wall = new MeshBasicMaterial({ color: "#10131c", side: BackSide });
  room.add(new Mesh(new BoxGeometry(10, 10, 10), wall));
  const box = (color: string, gain: number, size: [number, number], at: [number, number, number]) => {
    const material = new MeshBasicMaterial({ color, side: DoubleSide });
    material.color.multiplyScalar(gain);
    const panel = new Mesh(new PlaneGeometry(...size), material);
    panel.position.set(...at);
    panel.lookAt(0, 0, 0);
    room.add(panel);
  };
  box("#fff1df", 9, [3.2, 3.2], [1.5, -2.5, 4.2]);
  box("#bcd2ff", 5, [1.6, 4.4], [-4.2, 0.5, 1.5]);
  box("#ffd9b8", 3, [4.4, 1.2], [0.5, 4.4, 1.0]);
  const maker = new PMREMGenerator(renderer);
  const { texture } = maker.fromScene(room, 0.04, 0.1, 20, { size: 64 });
  maker.dispose();
  room.traverse((part) => {
    if (part instanceof Mesh) {
      part.geometry.dispose();
      (part.material as MeshBasicMaterial).dispose();
    }
  });
  return texture;
}
