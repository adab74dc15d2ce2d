import { type Matrix4, Quaternion, Vector3 } from "three";

const place = new Vector3();
const turn = new Quaternion();
const ONE = new Vector3(1, 1, 1);

/** Set a matrix from row `row` of poses, each xyz and quaternion wxyz (three.js wants xyzw). */
export function setPose(matrix: Matrix4, poses: Float32Array, row: number): Matrix4 {
  const k = 7 * row;
  place.set(poses[k]!, poses[k + 1]!, poses[k + 2]!);
  turn.set(poses[k + 4]!, poses[k + 5]!, poses[k + 6]!, poses[k + 3]!);
  return matrix.compose(place, turn, ONE);
}
