// Makes elements, in words shorter than the DOM's.

/** An element with attributes (those that are `undefined` or `false` are left out) and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Calls back once in a frame, however often it is asked. */
export function oncePerFrame(callback) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      callback();
    });
  };
}

let count = 0;

/** An id that nothing else on the page has. */
export function freshId() {
  count += 1;
  return `editor-${count}`;
}
