// Pictures as they come from the server: asked for in batches, kept until they may look different.

const BATCH = 180;
const parser = new DOMParser();

/** An SVG text as an element that fills its host; null when it is no SVG. */
function parsed(svg) {
  const root = parser.parseFromString(svg, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return null;
  root.setAttribute("width", "100%");
  root.setAttribute("height", "100%");
  root.setAttribute("preserveAspectRatio", "none");
  root.style.display = "block";
  return document.adoptNode(root);
}

/**
 * Put a picture into a host. Each host has a shadow root: the ids inside a drawing are its own.
 * True when what is seen changed.
 */
export function show(host, svg) {
  if (host.shown === svg) return false;
  const before = host.shown;
  host.shown = svg;
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  shadow.replaceChildren(...[svg ? parsed(svg) : null].filter(Boolean));
  return before !== undefined;
}

/** Point out that a picture changed. */
export function flash(host) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const ring = (colour, away) => ({ outline: `3px solid ${colour}`, outlineOffset: away });
  host.animate([ring("#d9822b", "2px"), ring("#d9822b00", "7px")], { duration: 900, easing: "ease-out" });
}

/** The drawings of subjects such as `counter/renown`: {pictures, trouble}. */
export class Pictures {
  #kept = new Map();
  #stale = new Set();
  #asking = new Map();
  #generation = 0;

  /** What is known of a subject, perhaps of an earlier edition. */
  of(subject) {
    return this.#kept.get(subject);
  }

  /** Subjects may look different now: a list of them, or all. */
  forget(subjects) {
    this.#generation += 1;
    this.#asking.clear();
    for (const one of subjects ?? this.#kept.keys()) this.#stale.add(one);
  }

  /** Whether a subject is not known as it is now, or not with so many pictures. */
  wants(subject, first) {
    const known = this.#kept.get(subject);
    return !known || this.#stale.has(subject) || (known.first !== 0 && (first === 0 || known.first < first));
  }

  /** Ask for the subjects that are wanted; `done` is called after each batch. `first`: 0 is all. */
  async ask(subjects, first, done) {
    const wanted = subjects.filter((one) => this.wants(one, first) && !(this.#asking.get(one) >= (first || 999)));
    const generation = this.#generation;
    for (const one of wanted) this.#asking.set(one, first || 999);
    for (let at = 0; at < wanted.length; at += BATCH) {
      const batch = wanted.slice(at, at + BATCH);
      const words = new URLSearchParams(batch.map((one) => ["of", one]));
      if (first) words.set("first", String(first));
      let told;
      try {
        const answer = await fetch(`/pictures?${words}`);
        if (!answer.ok) throw new Error(String(answer.status));
        told = await answer.json();
      } catch {
        if (generation === this.#generation) for (const one of wanted) this.#asking.delete(one);
        return;
      }
      if (generation !== this.#generation) return;
      for (const one of batch) this.#asking.delete(one);
      for (const one of told.subjects) {
        this.#kept.set(one.subject, { pictures: one.pictures, trouble: one.trouble, first });
        this.#stale.delete(one.subject);
      }
      done();
    }
  }
}
