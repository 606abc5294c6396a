/** Work that goes on at the server: followed by its versions, cancelled for good. */
import * as api from "../api.js";

const WAIT = 15; // seconds a request waits for news

/** Follow a job to its end; `news` is called with each view of it. A view that was left stops looking, not the job. */
export async function follow(id, news, signal) {
  let version = -1;
  for (;;) {
    const view = await api.get(api.query(`/api/jobs/${id}`, { after: version, wait: WAIT }), { signal });
    news(view);
    if (view.state !== "running") return view;
    version = view.version;
  }
}

export const cancel = (id) => api.remove(`/api/jobs/${id}`);
