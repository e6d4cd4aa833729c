// The files of the folder, and the examples.

import { html } from "./page/dom.js";

const EXAMPLES = "@examples/";

export class FilesView {
  constructor(open) {
    this.open = open;
    this.items = new Map();
    this.element = html("nav", { class: "files", "aria-label": "models" });
  }

  show({ folder, files, examples }, current) {
    const item = (file, name, title) => {
      const button = html("button", { type: "button", class: "file", title: title || file, onclick: () => this.open(file) }, name);
      this.items.set(file, button);
      return html("li", {}, button);
    };
    this.items.clear();
    this.element.replaceChildren(
      html("h2", { class: "files-title", title: folder }, folder || "folder"),
      files.length > 0 ? html("ul", {}, files.map((file) => item(file, file))) : html("p", { class: "muted small" }, "No models here yet. Begin with an example, and save it."),
      html("details", { open: files.length === 0 || current.startsWith(EXAMPLES) }, html("summary", {}, "Examples"),
        html("ul", {}, examples.map((e) => item(e.file, e.file.slice(EXAMPLES.length), e.title)))));
    this.mark(current);
  }

  mark(current) {
    for (const [file, button] of this.items) {
      if (file === current) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }
}
