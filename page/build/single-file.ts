import { createHash } from "node:crypto";

import type { Plugin } from "vite";

/** Moves every script and style sheet into the HTML, so that the page also runs from file://. */
export function singleFile(): Plugin {
  return {
    name: "single-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const pages = Object.values(bundle).filter((file) => file.fileName.endsWith(".html"));
      for (const page of pages) {
        if (page.type !== "asset") continue;
        let html = String(page.source);
        for (const file of Object.values(bundle)) {
          if (file === page) continue;
          const text = file.type === "chunk" ? file.code : String(file.source);
          html = file.type === "chunk" ? withScript(html, file.fileName, text) : withStyle(html, file.fileName, text);
          delete bundle[file.fileName];
        }
        page.source = withPolicy(html);
      }
    },
  };
}

function withScript(html: string, name: string, code: string): string {
  const tag = new RegExp(`<script[^>]*src="[^"]*${escaped(name)}"[^>]*></script>`);
  if (!tag.test(html)) throw new Error(`${name} is not a script of the page`);
  // An inline module runs before what follows it is parsed, so it goes to the end of the body.
  const inline = `<script type="module">${code.replaceAll("</script", "<\\/script")}</script>`;
  return html.replace(tag, "").replace("</body>", () => `${inline}\n</body>`);
}

function withStyle(html: string, name: string, css: string): string {
  const tag = new RegExp(`<link[^>]*href="[^"]*${escaped(name)}"[^>]*>`);
  if (!tag.test(html)) throw new Error(`${name} is not a style sheet of the page`);
  return html.replace(tag, () => `<style>${css}</style>`);
}

/** A policy of the page's own: what it holds runs, nothing else does, and nobody is asked for anything. */
function withPolicy(html: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashes(html, /<script type="module">([\s\S]*?)<\/script>/g)}`,
    `style-src ${hashes(html, /<style>([\s\S]*?)<\/style>/g)}`,
    "img-src blob: data:", // the clip's own pictures
    "connect-src blob: data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const place = /<meta charset="[^"]*"\s*\/?>/;
  if (!place.test(html)) throw new Error("the page does not name its character set");
  return html.replace(place, (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`);
}

function hashes(html: string, parts: RegExp): string {
  const found = [...html.matchAll(parts)].map((part) => part[1]!);
  if (found.length === 0) throw new Error(`the page has no ${parts.source}`);
  return found.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
