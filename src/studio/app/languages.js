// Colours for the languages, by words: what a name means is for the language server.

import { StreamLanguage, HighlightStyle, tags } from "./library/codemirror.js";
import { KEYWORDS, LINE_COMMENTS } from "./page/source_view.js";

const PROMELA_TYPES = "bit bool byte chan int mtype pid short unsigned";

function language(family) {
  const keywords = new Set(KEYWORDS[family].split(" "));
  const types = new Set(family === "promela" ? PROMELA_TYPES.split(" ") : []);
  const lineComment = LINE_COMMENTS[family];
  return StreamLanguage.define({
    name: family,
    startState: () => ({ inComment: false }),
    token(stream, state) {
      if (state.inComment) {
        state.inComment = !stream.match(/^.*?\*\//);
        if (state.inComment) stream.skipToEnd();
        return "comment";
      }
      if (stream.eatSpace()) return null;
      if (family !== "mcrl2" && stream.match("/*")) {
        state.inComment = true;
        return "comment";
      }
      if (stream.match(lineComment)) {
        stream.skipToEnd();
        return "comment";
      }
      if (family === "promela" && stream.sol() && stream.match(/^\s*#\s*\w+/)) return "meta";
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^\d+/)) return "number";
      if (stream.match(/^[A-Za-z_][\w']*/)) {
        const word = family === "murphi" ? stream.current().toLowerCase() : stream.current();
        return types.has(word) ? "typeName" : keywords.has(word) ? "keyword" : "variableName";
      }
      stream.next();
      return "operator";
    },
    languageData: { commentTokens: family === "mcrl2" ? { line: lineComment } : { line: lineComment, block: { open: "/*", close: "*/" } } },
  });
}

const LANGUAGES = { promela: language("promela"), b: language("b"), mcrl2: language("mcrl2"), murphi: language("murphi") };

const ENDINGS = { mch: "b", ref: "b", imp: "b", sys: "b", def: "b", mcrl2: "mcrl2", m: "murphi" };
export const familyOf = (file) => ENDINGS[file.slice(file.lastIndexOf(".") + 1)] ?? "promela";
export const languageOf = (file) => LANGUAGES[familyOf(file)];
export const keywordsOf = (file) => KEYWORDS[familyOf(file)].split(" ");

export const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--accent)" },
  { tag: tags.typeName, color: "var(--accent)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.meta], color: "var(--unsure)" },
]);
