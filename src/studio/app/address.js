// What is shown, in the part of the address behind '#': a link to it, and what a reload comes back to.

const KEYS = ["file", "options", "view", "violation", "step", "run", "claim", "watch"];

export function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(KEYS.map((key) => [key, parameters.get(key) ?? ""]));
}

// Changes some of it; what is empty goes.
export function writeAddress(changes) {
  const parameters = new URLSearchParams(location.hash.slice(1));
  for (const [key, value] of Object.entries(changes)) {
    if (value === "" || value === null || value === undefined) parameters.delete(key);
    else parameters.set(key, String(value));
  }
  const text = parameters.toString();
  history.replaceState(null, "", text ? `#${text}` : location.pathname);
}

export const choicesInText = (choices) => choices.join(".");
export const choicesOfText = (text) => (/^\d+(\.\d+)*$/.test(text) ? text.split(".").map(Number) : []);
