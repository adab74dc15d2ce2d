import {
  ACESFilmicToneMapping,
  MOUSE,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  TOUCH,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import { backdrop, ground } from "./backdrop";
import { Lights, softboxes } from "./lights";
import { suitableQuality } from "./quality";

/** Pixels along the canvas's edges that panels cover. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const NO_INSETS: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
/** A person's own pixel ratio, but no more: beyond it phones get hot and nobody sees more. */
const FINEST = { full: 2, plain: 1 };
/** Pixels: where the panels leave less, the view ignores them. */
const LEAST_FREE = 100;

/** The room that everything stands in: light, ground, eye. World z up, metres. */
export class Studio {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(32, 1, 0.02, 20);
  readonly orbit: OrbitControls;
  readonly floor = ground();
  readonly quality = suitableQuality();
  private readonly renderer: WebGLRenderer;
  private readonly lights = new Lights();
  private insets = NO_INSETS;
  private stale = true;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: this.quality === "full", powerPreference: "high-performance" });
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.0;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    document.body.dataset["look"] = this.quality; // panels that blur what is behind them cost, too
    this.scene.background = backdrop();
    if (this.quality === "full") {
      this.scene.environment = softboxes(this.renderer);
      this.scene.environmentIntensity = 0.5;
    }
    this.scene.add(this.lights, this.floor);

    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.orbit.dampingFactor = 0.12;
    this.orbit.minDistance = 0.06;
    this.orbit.maxDistance = 3;
    this.orbit.maxPolarAngle = 0.53 * Math.PI;
    this.orbit.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.orbit.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.orbit.addEventListener("change", () => this.changed());
    this.look([0.5, -0.5, 0.4], [0, 0, 0.1]);
    new ResizeObserver(() => this.fit()).observe(canvas);
    this.fit();
  }

  /** Put the eye somewhere. */
  look(from: readonly [number, number, number], at: readonly [number, number, number]): void {
    this.camera.position.set(...from);
    this.orbit.target.set(...at);
    this.orbit.update();
    this.lights.aim(this.orbit.target, this.camera.position);
    this.changed();
  }

  /** Centre the view in what the panels leave free. */
  cover(insets: Insets): void {
    this.insets = insets;
    this.fit();
  }

  /** Something moved: draw again at the next chance. */
  changed(): void {
    this.stale = true;
  }

  /** Draw, if anything has changed; says whether it did. */
  draw(): boolean {
    this.orbit.update();
    if (!this.stale) return false;
    this.stale = false;
    this.renderer.render(this.scene, this.camera);
    return true;
  }

  /** Pixel (CSS, from the canvas's upper left) where a point of the world is drawn. */
  project(point: Vector3): { x: number; y: number } {
    this.camera.updateMatrixWorld();
    const seen = point.clone().project(this.camera);
    const { clientWidth, clientHeight } = this.canvas;
    return { x: (0.5 + 0.5 * seen.x) * clientWidth, y: (0.5 - 0.5 * seen.y) * clientHeight };
  }

  /** The picture as a PNG. */
  picture(): Promise<Blob> {
    this.renderer.render(this.scene, this.camera); // the buffer is gone after the browser showed it
    return new Promise((done, failed) =>
      this.canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
    );
  }

  /** Let something else use the renderer; the next picture is drawn anew. */
  measured<Result>(measure: (renderer: WebGLRenderer) => Result): Result {
    this.changed();
    return measure(this.renderer);
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, FINEST[this.quality]));
    this.renderer.setSize(width, height, false);
    this.lights.refine(this.quality, Math.max(this.canvas.width, this.canvas.height));
    let { left, right, top, bottom } = this.insets;
    if (width - left - right < LEAST_FREE) left = right = 0;
    if (height - top - bottom < LEAST_FREE) top = bottom = 0;
    const free = { width: width - left - right, height: height - top - bottom };
    // The field of view belongs to the free part; a tall, narrow one is widened to show as much.
    const narrow = Math.max(1, 1.05 / (free.width / free.height));
    const tangent = Math.tan((16 * Math.PI) / 180) * narrow * (height / free.height);
    this.camera.fov = (360 / Math.PI) * Math.atan(tangent);
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height);
    this.camera.updateProjectionMatrix();
    this.changed();
  }
}
