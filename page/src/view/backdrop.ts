import { CanvasTexture, CircleGeometry, Mesh, MeshLambertMaterial, SRGBColorSpace } from "three";

/** [m] where the ground has faded into the backdrop */
const REACH = 1.1;
/** [m] between the ground's faint lines */
const GRID = 0.1;
const PIXELS = 1024;

function painted(width: number, height: number, paint: (pen: CanvasRenderingContext2D) => void) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  paint(canvas.getContext("2d")!);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** Dusk behind the scene: a glow in the middle, darker towards the corners. */
export function backdrop(): CanvasTexture {
  return painted(512, 512, (pen) => {
    pen.fillStyle = "#0c0f17";
    pen.fillRect(0, 0, 512, 512);
    const glow = pen.createRadialGradient(256, 230, 20, 256, 256, 350);
    glow.addColorStop(0, "#313a50");
    glow.addColorStop(0.45, "#1d2433");
    glow.addColorStop(1, "#0c0f17");
    pen.fillStyle = glow;
    pen.fillRect(0, 0, 512, 512);
    grain(pen, 512, 512);
  });
}

/** A little noise, so that so slow a gradient shows no bands. */
function grain(pen: CanvasRenderingContext2D, width: number, height: number): void {
  const image = pen.getImageData(0, 0, width, height);
  for (let k = 0; k < image.data.length; k++) {
    if (k % 4 !== 3) image.data[k] = image.data[k]! + 3 * (Math.random() - 0.5);
  }
  pen.putImageData(image, 0, 0);
}

/** The ground at z = 0: takes shadows, has a line every 10 cm, melts into the backdrop. */
export function ground(): Mesh {
  const color = painted(PIXELS, PIXELS, (pen) => {
    pen.fillStyle = "#343d4a";
    pen.fillRect(0, 0, PIXELS, PIXELS);
    const step = (GRID / (2 * REACH)) * PIXELS;
    pen.strokeStyle = "rgba(200, 220, 255, 0.10)";
    pen.lineWidth = 1.2;
    for (let k = -Math.ceil(REACH / GRID); k <= REACH / GRID; k++) {
      const at = PIXELS / 2 + k * step;
      pen.beginPath();
      pen.moveTo(at, 0);
      pen.lineTo(at, PIXELS);
      pen.moveTo(0, at);
      pen.lineTo(PIXELS, at);
      pen.stroke();
    }
  });
  color.anisotropy = 8;
  const fade = painted(256, 256, (pen) => {
    const disc = pen.createRadialGradient(128, 128, 10, 128, 128, 128);
    disc.addColorStop(0, "#fff");
    disc.addColorStop(0.35, "#ccc");
    disc.addColorStop(0.7, "#3c3c3c");
    disc.addColorStop(1, "#000");
    pen.fillStyle = disc;
    pen.fillRect(0, 0, 256, 256);
  });
  const material = new MeshLambertMaterial({
    map: color,
    alphaMap: fade,
    transparent: true,
    depthWrite: false,
  });
  const disc = new Mesh(new CircleGeometry(REACH, 96), material);
  disc.receiveShadow = true;
  disc.renderOrder = -1;
  return disc;
}
