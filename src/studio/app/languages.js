// Colours for the three languages, by words: what a name means is for the language server.

import { StreamLanguage, HighlightStyle, tags } from "./library/codemirror.js";
import { KEYWORDS } from "./page/source_view.js";

const PROMELA_TYPES = "bit bool byte chan int mtype pid short unsigned";

function language(family) {
  const keywords = new Set(KEYWORDS[family].split(" "));
  const types = new Set(family === "promela" ? PROMELA_TYPES.split(" ") : []);
  const lineComment = family === "mcrl2" ? "%" : "//";
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
        const word = stream.current();
        return types.has(word) ? "typeName" : keywords.has(word) ? "keyword" : "variableName";
      }
      stream.next();
      return "operator";
    },
    languageData: { commentTokens: family === "mcrl2" ? { line: "%" } : { line: "//", block: { open: "/*", close: "*/" } } },
  });
}

const LANGUAGES = { promela: language("promela"), b: language("b"), mcrl2: language("mcrl2") };

export const familyOf = (file) => (/\.(mch|ref|imp|sys|def)$/.test(file) ? "b" : /\.mcrl2$/.test(file) ? "mcrl2" : "promela");
export const languageOf = (file) => LANGUAGES[familyOf(file)];
export const keywordsOf = (file) => KEYWORDS[familyOf(file)].split(" ");

export const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--accent)" },
  { tag: tags.typeName, color: "var(--accent)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.meta], color: "var(--unsure)" },
]);
