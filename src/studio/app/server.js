// Requests to the program that serves this page.

export class Refused extends Error {}
export class Unreachable extends Error {}

async function post(name, request, signal) {
  let answer;
  try {
    answer = await fetch(`api/${name}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable("The program behind this page has ended. Start `quotient studio` again.");
  }
  if (answer.ok) return answer;
  if (answer.status === 403) throw new Unreachable("The program behind this page was started anew. Open the address that it prints.");
  const told = await answer.json().catch(() => ({}));
  throw new Refused(told.error ?? `the request failed (${answer.status})`);
}

export const ask = async (name, request = {}, signal = undefined) => (await post(name, request, signal)).json();

// Calls `hear` with each line of a stream.
export async function stream(name, request, hear) {
  const answer = await post(name, request);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch {
      throw new Unreachable("The program behind this page has ended in the middle of a check.");
    }
    if (part.done) break;
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    for (const line of lines) hear(JSON.parse(line));
  }
}
