/** Bindings: which profile applies to which session, character, project and model; and which would be used now. */
import { html, useEffect, useState } from "../html.js";
import { get, isCancelled, put, query } from "../api.js";
import { Badge, Button, Field, Line, Notice, Select, wear } from "../parts.js";
import { words } from "../i18n.js";
import { address } from "../routes.js";
import { EVERYBODY, act, edits, settingOf, shown, state, type } from "../page.js";
import { useSignal } from "../signal.js";
import { Triggers } from "../settings/triggers.js";

const t = words({
  en: {
    heading: "Bindings", about: "A profile can hold for one session, one character, one project or one model. The closest binding wins, in this order; where none fits, the profile for everything else is used.",
    session: "Session", character: "Character", project: "Project", model: "Model", scope: "Holds for", key: "Which", profile: "Profile", global: "Everything else", fixed: "fixed by {origin}",
    hint_session: "the session's id", hint_character: "the character's name", hint_project: "a folder; it holds for what is inside it", hint_model: "a model's name; * stands for any characters",
    add: "Bind", remove: "Unbind {scope} {key}", none: "No bindings yet.", list: "Which profile where", everyProject: "every project", elsewhere: "set in the project file", fresh: "A new binding",
    test: "Which one would be used?", testHint: "Fill in what you know; the answer comes from the same rules that every fold uses.", used: "“{profile}” would be used", why_global: "nothing bound fits, so the profile for everything else holds", why: "because of the binding by {scope} {key}", open: "Open the profile",
  },
  zh: {
    heading: "绑定", about: "配置可以只对某个会话、角色、项目或模型生效。最贴近的绑定优先，顺序如下；都不符合时，使用其余情况的配置。",
    session: "会话", character: "角色", project: "项目", model: "模型", scope: "适用于", key: "哪一个", profile: "配置", global: "其余情况", fixed: "由{origin}固定",
    hint_session: "会话的编号", hint_character: "角色的名字", hint_project: "文件夹；对其中的一切生效", hint_model: "模型名；* 代表任意字符",
    add: "绑定", remove: "解除{scope} {key} 的绑定", none: "还没有绑定。", list: "哪里用哪个配置", everyProject: "所有项目", elsewhere: "在项目文件中设定", fresh: "新的绑定",
    test: "会使用哪一个？", testHint: "填写您知道的信息；答案来自每次折叠所用的同一规则。", used: "会使用“{profile}”", why_global: "没有符合的绑定，使用其余情况的配置", why: "因为按{scope} {key} 的绑定", open: "打开该配置",
  },
});

wear("/web/bindings/bindings.css");

export default function Bindings() {
  useSignal(edits);
  const now = useSignal(state);
  const [failure, setFailure] = useState("");
  const names = Object.fromEntries(now.profiles.map((one) => [one.name, one.name]));
  const bind = (scope, key, profile) =>
    act((version) => put("/api/bindings", { version, scope, key, profile })).then(
      (answer) => { setFailure(answer.errors?.[0]?.message ?? ""); return !answer.errors?.length; },
      (fault) => { setFailure(fault.errors[0]?.message ?? fault.message); return false; },
    );
  const global = settingOf("profile");
  return html`<div class="bindings stack">
    <div class="intro"><h1>${t("heading")}</h1><p class="dim">${t("about")}</p></div>
    ${failure && html`<${Notice} kind="bad">${failure}</${Notice}>`}
    <div class="columns">
      <section class="card padded stack" aria-labelledby="bound"><h2 id="bound">${t("list")}</h2>
        <ul class="bound">
          ${now.scopes.flatMap((scope) => now.bindings.filter((one) => one.scope === scope).map((one) => html`<${Bound} key=${`${scope} ${one.key}`} binding=${one} names=${names} bind=${bind} />`))}
          ${!now.bindings.length && html`<li class="dim">${t("none")}</li>`}
          <li class="row"><span class="what"><strong>${t("global")}</strong>${global.is_fixed && html`<${Badge} kind="warn">${t("fixed", { origin: global.where })}</${Badge}>`}</span>
            <${Select} aria-label=${`${t("profile")}: ${t("global")}`} value=${shown(EVERYBODY, ["settings", "profile"])} options=${names} disabled=${global.is_fixed} onChange=${(name) => type(EVERYBODY, ["settings", "profile"], name)} /></li>
        </ul>
        <${New} scopes=${now.scopes} names=${names} bind=${bind} />
      </section>
      <${Which} scopes=${now.scopes} version=${now.version} />
    </div>
  </div>`;
}

function Bound({ binding, names, bind }) {
  const { scope, key, profile, is_editable: isOurs } = binding;
  const told = key || t("everyProject");
  return html`<li class="row"><span class="what"><${Badge}>${t(scope)}</${Badge}><bdi>${told}</bdi></span>
    ${isOurs ? html`<${Select} aria-label=${`${t("profile")}: ${t(scope)} ${told}`} value=${profile} options=${{ [profile]: profile, ...names }} onChange=${(name) => bind(scope, key, name)} />
      <${Button} icon="bin" kind="quiet" label=${t("remove", { scope: t(scope), key: told })} onClick=${() => bind(scope, key, null)} />`
    : html`<bdi>${profile}</bdi><${Badge}>${t("elsewhere")}</${Badge}>`}
  </li>`;
}

function New({ scopes, names, bind }) {
  const [scope, setScope] = useState("project");
  const [key, setKey] = useState("");
  const [profile, setProfile] = useState(Object.keys(names)[0]);
  const add = async () => { if (await bind(scope, key.trim(), profile)) setKey(""); };
  return html`<div class="new stack tight"><h3>${t("fresh")}</h3>
    <div class="three">
      <${Field} label=${t("scope")}>${(rest) => html`<${Select} ...${rest} value=${scope} options=${Object.fromEntries(scopes.map((one) => [one, t(one)]))} onChange=${setScope} />`}</${Field}>
      <${Field} label=${t("key")} hint=${t(`hint_${scope}`)}>${(rest) => html`<${Line} ...${rest} value=${key} onInput=${setKey} onKeyDown=${(event) => event.key === "Enter" && key.trim() && add()} />`}</${Field}>
      <${Field} label=${t("profile")}>${(rest) => html`<${Select} ...${rest} value=${profile} options=${names} onChange=${setProfile} />`}</${Field}>
    </div>
    <div><${Button} kind="main" disabled=${!key.trim()} onClick=${add}>${t("add")}</${Button}></div>
  </div>`;
}

/** The answer of the resolver that every fold asks. */
function Which({ scopes, version }) {
  const [about, setAbout] = useState({});
  const [answer, setAnswer] = useState(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const known = Object.fromEntries(Object.entries(about).filter(([, text]) => text.trim()));
      get(query("/api/binding", known), { signal: stop.signal }).then(
        (said) => { setAnswer(said); setFailure(""); },
        (fault) => isCancelled(fault) || setFailure(fault.message),
      );
    }, 200);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [about, version]);
  const why = answer?.scope ? t("why", { scope: t(answer.scope), key: answer.key || t("everyProject") }) : t("why_global");
  return html`<section class="card padded stack" aria-labelledby="which"><h2 id="which">${t("test")}</h2>
    <p class="hint">${t("testHint")}</p>
    <div class="asks">${scopes.map((scope) => html`<${Field} key=${scope} label=${t(scope)}>
      ${(rest) => html`<${Line} ...${rest} value=${about[scope] ?? ""} onInput=${(text) => setAbout((old) => ({ ...old, [scope]: text }))} />`}
    </${Field}>`)}</div>
    ${failure && html`<${Notice} kind="bad">${failure}</${Notice}>`}
    ${answer && html`<${Notice} kind="good"><strong data-used=${answer.profile}>${t("used", { profile: answer.profile })}</strong><br /><span class="small">${why}</span><br />
      <a class="small" href=${address("profiles", answer.profile)}>${t("open")}</a></${Notice}>
      <${Triggers} triggers=${answer.triggers} />`}
  </section>`;
}
