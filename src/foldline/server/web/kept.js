/** Choices of this browser (theme, language, what is unfolded). Gone storage costs nothing. */

export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(`foldline.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`foldline.${name}`, JSON.stringify(value));
  } catch {
    /* a browser that keeps nothing still shows everything */
  }
}
