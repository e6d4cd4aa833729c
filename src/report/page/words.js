// Numbers as people read them, and colours that distinguish orbits.

export const commas = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

export function bytesInWords(bytes) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  let amount = bytes;
  for (; amount >= 1024 && unit + 1 < units.length; ++unit) amount /= 1024;
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : Number(amount.toFixed(1))} ${units[unit]}`;
}

export function secondsInWords(seconds) {
  if (seconds === 0) return "0 s";
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  if (seconds < 120) return `${Number(seconds.toPrecision(3))} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

export const counted = (number, noun, nouns = `${noun}s`) => `${commas(number)} ${Number(number) === 1 ? noun : nouns}`;

// A large decimal number, shortened: groups are large.
export function shortened(digits) {
  if (digits.length <= 15) return commas(digits);
  return `${digits[0]}.${digits.slice(1, 3)} × 10${[...String(digits.length - 1)].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join("")}`;
}

// Hues a golden section apart: neighbours in number are far apart in colour, however many there are.
export const hueOf = (number) => Math.round((205 + number * 222.5) % 360);

export const baseName = (path) => path.split("/").pop();

export const cut = (text, length) => (text.length <= length ? text : `${text.slice(0, Math.max(1, length - 1))}…`);
