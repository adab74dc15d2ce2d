import { type Frame, type PageMessage, PROTOCOL, type ServerMessage, VERSION } from "../messages";
import { headerOf, pack, unpack } from "./codec";

export type State =
  | { readonly kind: "open" }
  | { readonly kind: "lost"; readonly retryAt: number; readonly refused: boolean }
  | { readonly kind: "mismatch"; readonly text: string };

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** The line to the server: says what comes in, finds its way back when it breaks.
 *
 * Of frames only the newest is kept, and unpacked when it is asked for: a hidden tab or a slow
 * machine skips pictures instead of falling behind. */
export class Connection {
  /** frames that have come in, drawn or not */
  framesReceived = 0;
  private socket: WebSocket | null = null;
  private newest: ArrayBuffer | null = null;
  private wait = FIRST_WAIT;
  private retry = 0;

  constructor(
    private readonly address: string,
    private readonly onMessage: (message: Exclude<ServerMessage, Frame>) => void,
    private readonly onState: (state: State) => void,
  ) {
    this.open();
  }

  send(message: PageMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(pack(message));
  }

  /** The newest frame, if it has not been taken yet. */
  takeFrame(): Frame | null {
    if (this.newest === null) return null;
    const frame = unpack(this.newest) as Frame;
    this.newest = null;
    return frame;
  }

  /** Try again now instead of at the end of the wait. */
  retryNow(): void {
    window.clearTimeout(this.retry);
    this.open();
  }

  private open(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => this.receive(event.data);
    socket.onclose = () => void this.lose(socket);
    this.socket = socket;
  }

  private receive(bytes: ArrayBuffer): void {
    const header = headerOf(bytes);
    if (header.type === "Frame") {
      this.framesReceived++;
      this.newest = bytes;
      return;
    }
    if (header.type === "SceneStarted") this.newest = null; // a frame of the scene before
    const message = unpack(bytes, header) as Exclude<ServerMessage, Frame>;
    if (message.type === "Hello") {
      if (message.protocol !== PROTOCOL) {
        this.stop(
          `This page is of version ${VERSION} (protocol ${PROTOCOL}), the server of ` +
            `${message.version} (protocol ${message.protocol}). Reload the page; if that does not ` +
            `help, run “make page” and start the Stage again.`,
        );
        return;
      }
      this.wait = FIRST_WAIT;
      this.onState({ kind: "open" });
    }
    this.onMessage(message);
  }

  private stop(text: string): void {
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    this.onState({ kind: "mismatch", text });
  }

  private async lose(socket: WebSocket): Promise<void> {
    if (socket !== this.socket) return;
    this.newest = null;
    const retryAt = performance.now() + this.wait;
    this.retry = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, 1.6 * this.wait);
    this.onState({ kind: "lost", retryAt, refused: false });
    if (await refused()) this.onState({ kind: "lost", retryAt, refused: true });
  }
}

/** A WebSocket does not tell why it was closed; the page's own address does: 403 is the token. */
async function refused(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    return answer.status === 401 || answer.status === 403;
  } catch {
    return false;
  }
}
