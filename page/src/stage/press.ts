/** What of a pointer's event counts here. */
export type Pointed = Pick<PointerEvent, "pointerId" | "pointerType" | "clientX" | "clientY">;

/** Pixels that a pointer may stray and still have clicked: no hand is quite still. */
const STRAYS = { mouse: 4, touch: 10 };

/** A pointer that is down: a click, unless it goes astray. */
export class Press {
  readonly pointer: number;
  private astray = false;

  constructor(private readonly down: Pointed) {
    this.pointer = down.pointerId;
  }

  /** Whether it drags, now that the pointer is here; once it does it never clicks. */
  drags({ clientX, clientY }: Pointed): boolean {
    const most = this.down.pointerType === "mouse" ? STRAYS.mouse : STRAYS.touch;
    this.astray ||= Math.hypot(clientX - this.down.clientX, clientY - this.down.clientY) > most;
    return this.astray;
  }
}

/** Tell of clicks, and taps of one finger; neither of drags nor of what two fingers do. */
export function onClick(target: EventTarget, clicked: (event: PointerEvent) => void): void {
  let press: Press | null = null;
  const down = new Set<number>();
  const listen = (type: string, hear: (event: PointerEvent) => void) =>
    // On the way down: whoever takes a drag stops the event there.
    target.addEventListener(type, (event) => hear(event as PointerEvent), { capture: true });
  listen("pointerdown", (event) => {
    down.add(event.pointerId);
    press = down.size === 1 && event.button === 0 ? new Press(event) : null;
  });
  listen("pointermove", (event) => {
    if (event.pointerId === press?.pointer) press.drags(event);
  });
  listen("pointercancel", (event) => {
    down.delete(event.pointerId);
    press = null;
  });
  listen("pointerup", (event) => {
    down.delete(event.pointerId);
    const ended = press;
    if (event.pointerId !== ended?.pointer) return;
    press = null;
    if (!ended.drags(event)) clicked(event);
  });
}
