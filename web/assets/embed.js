// The elements <headroom-ttft> and <headroom-fleet>: what stands inside shows first, and stays where scripts are off. The
// calculator takes its place in a frame when it comes into view, or at the press of a button. See docs/embed.md.
(() => {
  // Of the messages; what has another is passed over.
  const VERSION = 1;
  // How long a frame may take to say that it lives.
  const PATIENCE = 10_000;
  const CALCULATORS = { "headroom-ttft": ["ttft", "TTFT calculator"], "headroom-fleet": ["fleet", "Fleet calculator"] };
  // The keys of a link, in its order; for `in` the attribute is `prompt`.
  const KEYS = (
    "model gpu weights kv tp mem reserve mfu mbu rate in out cached batch util spare ttft tpot itl price replicas ca2 cs2 " +
    "params layers heads kvheads headdim hbm bw flops active experts topk kvrank kvrope window windowed state attn moe " +
    "kvlayout weightsize engine activations graphs nontorch perstep perrequest measured"
  ).split(" ");
  const attributeOf = (key) => (key === "in" ? "prompt" : key);

  // A module has no current script; then it is the one of this name.
  const script = document.currentScript || document.querySelector('script[type=module][src*="embed.js"]');
  if (!script) return;
  const SITE = new URL("./", script.src).href;
  // A page in a sandbox hands it on to its frames: nobody in it has an origin to tell.
  const SANDBOXED = self.origin === "null";
  const ORIGIN = SANDBOXED ? "null" : new URL(SITE).origin;

  // Made here it needs no leave of the page's policy, and no rule of the page reaches into a shadow.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block !important; position: relative !important; }
    :host([hidden]) { display: none !important; }
    iframe { display: block; width: 100%; border: 0; }
    iframe:not(.here) { position: absolute; visibility: hidden; inset: 0 0 auto; }
    .away { display: none; }
    button { min-height: 32px; margin-top: 8px; font: inherit; cursor: pointer; }
    p { margin: 8px 0 0; }
  `);

  const make = (name, text) => Object.assign(document.createElement(name), text && { textContent: text });

  class Calculator extends HTMLElement {
    static observedAttributes = [...KEYS.map(attributeOf), "theme", "height", "load"];

    #facade = make("div");
    #button = make("button", "Show the calculator");
    #note = make("p");
    #link = make("a", "Open in Headroom");
    // Where nothing stands inside.
    #inside = make("a", "Open in Headroom");
    #frame = null;
    #near = null;
    #timer = 0;
    // The plan in the frame, once it said so; else the attributes hold.
    #plan = null;
    // What the frame could not read; nothing until it spoke.
    #faults = null;
    // How high it said that it is.
    #tall = 0;
    #asked = false;
    #heard = (event) => this.#hear(event);

    constructor() {
      super();
      const shadow = this.attachShadow({ mode: "open" });
      shadow.adoptedStyleSheets = [sheet];
      const inside = make("slot");
      inside.append(this.#inside);
      for (const link of [this.#inside, this.#link]) Object.assign(link, { target: "_blank", rel: "noopener" });
      this.#facade.append(inside, this.#button, this.#note);
      this.#button.type = "button";
      this.#button.addEventListener("click", () => this.#load());
      shadow.append(this.#facade);
    }

    connectedCallback() {
      addEventListener("message", this.#heard);
      this.#show(false);
      this.#wait();
    }

    // A frame does not outlive its place: the element may be moved, or the page swapped.
    disconnectedCallback() {
      removeEventListener("message", this.#heard);
      this.#leave();
    }

    // Moved as it is, it needs nothing.
    connectedMoveCallback() {}

    attributeChangedCallback(name, before, now) {
      if (before === now) return;
      if (name === "height") this.#fit();
      else if (name === "theme") this.#tell({ type: "theme", theme: this.#theme() }), this.#fit();
      else if (name === "load") this.isConnected && !this.#frame && this.#wait();
      else this.#ask();
    }

    // The plan as a fragment: what the reader made of it, else what the attributes say.
    #fragment() {
      if (this.#plan) return this.#plan;
      const said = (key) => this.getAttribute(attributeOf(key))?.trim();
      return ["v=1", ...KEYS.filter(said).map((key) => `${key}=${encodeURIComponent(said(key))}`)].join("&");
    }

    #theme() {
      const theme = this.getAttribute("theme");
      return theme === "light" || theme === "dark" ? theme : "auto";
    }

    // Several attributes that change together are one plan.
    #ask() {
      this.#plan = null;
      if (this.#asked) return;
      this.#asked = true;
      queueMicrotask(() => {
        this.#asked = false;
        this.#lead();
        this.#tell({ type: "plan", link: this.#fragment() });
      });
    }

    #tell(message) {
      // Before it has said that it lives, it is led by its address.
      if (this.#frame?.lives) this.#frame.contentWindow.postMessage({ headroom: VERSION, ...message }, SANDBOXED ? "*" : ORIGIN);
      else if (this.#frame) this.#frame.missed = true;
    }

    #lead() {
      this.#link.href = this.#inside.href = `${SITE}sandbox/${CALCULATORS[this.localName][0]}/#${this.#fragment()}`;
    }

    // Shows the calculator, or what stands inside the element.
    #show(calculator) {
      this.#lead();
      this.#frame?.classList.toggle("here", calculator);
      this.#facade.classList.toggle("away", calculator);
    }

    // Nothing is fetched before somebody comes near.
    #wait() {
      this.#near?.disconnect();
      const onClick = this.getAttribute("load") === "click";
      this.#button.classList.toggle("away", !onClick);
      if (onClick) return;
      this.#near = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && this.#load(), {
        rootMargin: "200px",
      });
      this.#near.observe(this);
    }

    #load() {
      this.#near?.disconnect();
      if (this.#frame) return;
      const [name, title] = CALCULATORS[this.localName];
      this.#frame = Object.assign(make("iframe"), {
        title: `Headroom: ${title}`,
        referrerPolicy: "no-referrer",
        src: `${SITE}embed/${name}/?theme=${this.#theme()}#${this.#fragment()}`,
      });
      this.#fit();
      this.#say();
      this.#timer = setTimeout(() => this.#give(), PATIENCE);
      this.shadowRoot.append(this.#frame);
    }

    #leave() {
      clearTimeout(this.#timer);
      this.#near?.disconnect();
      this.#frame?.remove();
      this.#frame = this.#faults = null;
      this.#tall = 0;
    }

    // The frame said nothing: its host or this page keeps it away.
    #give() {
      this.#leave();
      this.#say(`The calculator did not start here: this page may not allow frames of ${SITE}.`);
      this.#show(false);
    }

    #say(sentence) {
      this.#note.replaceChildren(...(sentence ? [sentence, " ", this.#link] : []));
    }

    #fit() {
      if (!this.#frame) return;
      const fixed = Number(this.getAttribute("height"));
      this.#frame.style.height = `${isHeight(fixed) ? fixed : this.#tall || 300}px`;
      // Else browsers paint a ground behind it.
      this.#frame.style.colorScheme = this.#theme().replace("auto", "light dark");
    }

    #hear({ source, origin, data }) {
      if (!this.#frame || source !== this.#frame.contentWindow || origin !== ORIGIN || data?.headroom !== VERSION) return;
      if (data.type === "height" && isHeight(data.height)) {
        this.#tall = data.height;
        this.#fit();
      } else if (data.type === "change" && isChange(data)) {
        this.#take(data);
      } else return;
      if (!this.#frame.lives) this.#greet();
      if (this.#faults) this.#settle();
    }

    #greet() {
      clearTimeout(this.#timer);
      this.#frame.lives = true;
      if (!this.#frame.missed) return;
      this.#tell({ type: "theme", theme: this.#theme() });
      this.#tell({ type: "plan", link: this.#fragment() });
    }

    #take({ link, figures, notes }) {
      const refused = notes.filter((note) => note.refused);
      this.#faults = refused.map(({ key, text }) => (key === "in" ? text.replace(key, "prompt") : text));
      if (!this.#faults.length && !this.#asked) this.#plan = link.split("#")[1];
      this.dispatchEvent(new CustomEvent("headroom-change", { bubbles: true, detail: { link, figures } }));
    }

    // A plan that could not be read as it was written is not shown as if it were another.
    #settle() {
      const isSound = !this.#faults.length;
      const pressed = this.shadowRoot.activeElement === this.#button;
      this.#say(this.#faults.join(" "));
      this.#show(isSound);
      this.#button.classList.add("away");
      // Whoever pressed the button goes on in what it brought.
      if (pressed && isSound) this.#frame.focus();
    }
  }

  function isHeight(height) {
    return Number.isFinite(height) && height >= 50 && height <= 5000;
  }

  function isChange({ link, figures, notes }) {
    const areNotes = Array.isArray(notes) && notes.every((note) => typeof note?.text === "string");
    return link?.startsWith?.(SITE) && Array.isArray(figures) && areNotes;
  }

  for (const name of Object.keys(CALCULATORS)) {
    // Loaded twice, it is defined once.
    if (!customElements.get(name)) customElements.define(name, class extends Calculator {});
  }
})();
