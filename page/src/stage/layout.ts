import { byId } from "../dom";
import type { Studio } from "../view/studio";

const PHONE = matchMedia("(max-width: 719px)");

/** Tell the studio what the panels cover, now and whenever that changes. */
export function keepClear(studio: Studio): void {
  const panel = byId("panel");
  const dock = byId("dock");
  const top = byId("top");
  const fit = () => {
    if (PHONE.matches) {
      const bottom = Math.min(innerHeight - 160, innerHeight - dock.getBoundingClientRect().top);
      studio.cover({ left: 0, right: 0, top: top.offsetHeight, bottom: Math.max(0, bottom) });
    } else {
      const right = innerWidth - panel.getBoundingClientRect().left;
      studio.cover({ left: 0, right, top: 0.5 * top.offsetHeight, bottom: 0.72 * dock.offsetHeight });
    }
  };
  const watch = new ResizeObserver(fit);
  for (const part of [panel, dock, top, document.body]) watch.observe(part);
  PHONE.addEventListener("change", fit);
  fit();
}

/** The bottom sheet of a phone opens and closes. */
export function makeSheet(): void {
  const toggle = byId<HTMLButtonElement>("sheet-toggle");
  toggle.addEventListener("click", () => {
    const closed = document.body.classList.toggle("sheet-closed");
    toggle.setAttribute("aria-expanded", `${!closed}`);
  });
}
