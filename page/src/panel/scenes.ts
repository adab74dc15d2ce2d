import { h } from "../dom";
import type { SceneTitle } from "../messages";

/** The chooser: a button that names the running scene and opens the list of all. */
export class SceneMenu {
  private scenes: readonly SceneTitle[] = [];
  private current = "";

  constructor(
    private readonly button: HTMLButtonElement,
    private readonly label: HTMLElement,
    private readonly menu: HTMLElement,
    private readonly choose: (scene: string) => void,
  ) {
    button.addEventListener("click", () => this.open(menu.hidden === true));
    menu.addEventListener("keydown", (event) => this.walk(event));
    document.addEventListener("pointerdown", (event) => {
      const inside = [menu, button].some((part) => part.contains(event.target as Node));
      if (!inside) this.open(false);
    });
  }

  list(scenes: readonly SceneTitle[]): void {
    this.scenes = scenes;
    this.draw();
  }

  show(scene: string): void {
    this.current = scene;
    this.draw();
  }

  /** Watching pages see the list but cannot choose. */
  enable(driving: boolean): void {
    this.button.disabled = !driving;
    if (!driving) this.open(false);
  }

  private draw(): void {
    const running = this.scenes.find((scene) => scene.name === this.current);
    this.label.textContent = running?.title ?? "Scenes";
    this.menu.replaceChildren(
      ...this.scenes.map((scene) =>
        h(
          "button",
          {
            type: "button",
            role: "menuitemradio",
            "aria-checked": `${scene.name === this.current}`,
            "data-scene": scene.name,
            disabled: scene.missing !== "",
            click: () => {
              this.open(false);
              this.button.focus();
              this.choose(scene.name);
            },
          },
          h("strong", {}, scene.title),
          h("span", {}, scene.missing || scene.line),
        ),
      ),
    );
  }

  private open(yes: boolean): void {
    if (this.menu.hidden !== yes) return;
    this.menu.hidden = !yes;
    this.button.setAttribute("aria-expanded", `${yes}`);
    if (yes) this.menu.querySelector<HTMLElement>('[aria-checked="true"], button')?.focus();
  }

  private walk(event: KeyboardEvent): void {
    const items = [...this.menu.querySelectorAll<HTMLElement>("button:not(:disabled)")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const moves: { [key: string]: number } = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    if (event.key === "Escape") {
      this.open(false);
      this.button.focus();
    } else if (event.key in moves) items.at(moves[event.key]! % items.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
