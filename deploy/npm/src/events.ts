/** A server-sent event. */
export interface Event {
  name: string;
  data: string;
}

/** The server-sent events of a response. */
export async function* eventsOf(response: Response): AsyncGenerator<Event, void, undefined> {
  if (!response.body) return;
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) yield parse(block);
  }
}

function parse(block: string): Event {
  const event: Event = { name: "message", data: "" };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (line.startsWith("event:")) event.name = value;
    if (line.startsWith("data:")) event.data += value;
  }
  return event;
}
