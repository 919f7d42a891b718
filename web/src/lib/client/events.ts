// Jobs of the server report by server-sent events; the browser resumes a broken stream by itself.

export interface JobEvent<Data = unknown> {
  kind: string;
  data: Data;
}

const LAST = new Set(["done", "failed", "cancelled"]);

/**
 * Calls `heard` for every event of a job, named as the server names it, until one of "done",
 * "failed" or "cancelled" came or the returned function was called.
 */
export function follow<Data>(
  job: string,
  kinds: readonly string[],
  heard: (event: JobEvent<Data>) => void,
  lost: () => void = () => undefined,
): () => void {
  const source = new EventSource(`/api/jobs/${encodeURIComponent(job)}/events`);
  for (const kind of new Set([...kinds, ...LAST])) {
    source.addEventListener(kind, (event: MessageEvent<string>) => {
      if (LAST.has(kind)) source.close();
      heard({ kind, data: JSON.parse(event.data || "null") as Data });
    });
  }
  source.onerror = () => {
    // A stream that the server refuses is closed for good; else the browser tries again.
    if (source.readyState === EventSource.CLOSED) lost();
  };
  return () => source.close();
}
