/** The frame: name, tabs, language and theme, whether all is saved; below it the view of the address. */
import { html, render, useEffect, useState } from "./html.js";
import { Button, Choice, Notice } from "./parts.js";
import { LANGUAGES, language, speak, words } from "./i18n.js";
import { THEMES, paint, theme } from "./theme.js";
import { VIEWS, address, route } from "./routes.js";
import { useSignal } from "./signal.js";
import { saver, start, state } from "./page.js";
import { Offline, Status } from "./status.js";

const t = words({
  en: {
    views: "Views", skip: "Skip to the content", auto: "Colours as the system", light: "Light", dark: "Dark", language: "Language of this page",
    broken: "This view could not be opened: {why}", loading: "Loading…", title: "Foldline",
  },
  zh: {
    views: "视图", skip: "跳到正文", auto: "颜色跟随系统", light: "浅色", dark: "深色", language: "界面语言",
    broken: "无法打开此视图：{why}", loading: "正在加载…", title: "Foldline",
  },
});

function Frame() {
  const { view, args } = useSignal(route);
  const speaking = useSignal(language);
  const now = useSignal(state);
  useEffect(() => { document.title = `${view.title[speaking]} · ${t("title")}`; }, [view, speaking]);
  return html`
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); document.getElementById("main").focus(); }}>${t("skip")}</a>
    <header class="top">
      <a class="brand" href=${address(VIEWS[0].id)}><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" /><path d="M8 9h16M8 16h10M8 23h6" /></svg>Foldline</a>
      <nav aria-label=${t("views")}>${VIEWS.map((one) => html`<a key=${one.id} href=${address(one.id)} aria-current=${one === view ? "page" : undefined}>${one.title[speaking]}</a>`)}</nav>
      <${Status} />
      <div class="look"><${Theme} /><${Choice} label=${t("language")} value=${speaking} options=${LANGUAGES} onChange=${speak} /></div>
    </header>
    <${Offline} />
    ${now?.warnings.map((warning) => html`<p class="banner" role="status">${warning}</p>`)}
    <main id="main" tabindex="-1">${now ? html`<${Loaded} key=${view.id} view=${view} args=${args} />` : html`<p class="dim">${t("loading")}</p>`}</main>`;
}

function Theme() {
  const now = useSignal(theme);
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  return html`<${Button} kind="quiet" icon=${{ auto: "half", light: "sun", dark: "moon" }[now]} label=${t(now)} onClick=${() => paint(next)} />`;
}

function Loaded({ view, args }) {
  const [loaded, setLoaded] = useState(null);
  const [why, setWhy] = useState("");
  useEffect(() => {
    view.load().then((module) => setLoaded(() => module.default), (error) => setWhy(error.message));
    return () => { saver.flush(); };
  }, [view]);
  if (why) return html`<${Notice} kind="bad">${t("broken", { why })}</${Notice}>`;
  return loaded ? html`<${loaded} args=${args} />` : html`<p class="dim">${t("loading")}</p>`;
}

render(html`<${Frame} />`, document.getElementById("page"));
start();
