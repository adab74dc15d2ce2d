import { BufferAttribute, BufferGeometry } from "three";

/** A mesh that is smooth except along edges sharper than `angle` [rad].
 *
 * Each corner of a face takes the mean normal, by area, of the faces around its vertex that turn
 * away from it by less than `angle`. Vertices at the same place count as one. */
export function creased(vertices: Float32Array, faces: Uint32Array, angle: number): BufferGeometry {
  const count = faces.length / 3;
  const normals = new Float32Array(faces.length); // of each face, twice its area long
  for (let face = 0; face < count; face++) setNormal(normals, vertices, faces, face);

  const corner = welded(vertices);
  const around: number[][] = Array.from({ length: corner.length }, () => []);
  faces.forEach((vertex, k) => around[corner[vertex]!]!.push(Math.floor(k / 3)));

  const positions = new Float32Array(3 * faces.length);
  const smooth = new Float32Array(3 * faces.length);
  const least = Math.cos(angle);
  faces.forEach((vertex, k) => {
    positions.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
    const [nx, ny, nz] = normalOf(normals, Math.floor(k / 3));
    const own = Math.hypot(nx, ny, nz);
    let x = 0, y = 0, z = 0;
    for (const face of around[corner[vertex]!]!) {
      const [fx, fy, fz] = normalOf(normals, face);
      const other = Math.hypot(fx, fy, fz);
      if (nx * fx + ny * fy + nz * fz < least * own * other) continue;
      x += fx;
      y += fy;
      z += fz;
    }
    const length = Math.hypot(x, y, z) || 1;
    smooth.set([x / length, y / length, z / length], 3 * k);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(smooth, 3));
  return geometry;
}

function normalOf(normals: Float32Array, face: number): [number, number, number] {
  return [normals[3 * face]!, normals[3 * face + 1]!, normals[3 * face + 2]!];
}

function setNormal(normals: Float32Array, v: Float32Array, faces: Uint32Array, face: number): void {
  const [a, b, c] = [3 * faces[3 * face]!, 3 * faces[3 * face + 1]!, 3 * faces[3 * face + 2]!];
  const [ux, uy, uz] = [v[b]! - v[a]!, v[b + 1]! - v[a + 1]!, v[b + 2]! - v[a + 2]!];
  const [wx, wy, wz] = [v[c]! - v[a]!, v[c + 1]! - v[a + 1]!, v[c + 2]! - v[a + 2]!];
  normals.set([uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx], 3 * face);
}

/** For each vertex the first one at the same place. */
function welded(vertices: Float32Array): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from({ length: vertices.length / 3 }, (_, vertex) => {
    const place = vertices.subarray(3 * vertex, 3 * vertex + 3).join();
    const known = first.get(place);
    if (known === undefined) first.set(place, vertex);
    return known ?? vertex;
  });
}
