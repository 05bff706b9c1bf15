// One stop for Tab in a row of buttons; the arrow keys go from button to button.

/** Makes a bar's buttons one stop. Where there are none to be seen, there is no stop. */
export function roving(bar) {
  const stops = () => [...bar.querySelectorAll('button')].filter((button) => !button.closest('[hidden]'));

  function stopAt(button) {
    for (const other of bar.querySelectorAll('button')) other.tabIndex = other === button ? 0 : -1;
  }

  bar.addEventListener('focusin', (event) => stopAt(event.target.closest('button')));
  bar.addEventListener('keydown', (event) => {
    const all = stops();
    const at = all.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all.at(to % all.length).focus();
  });
  stopAt(stops()[0]);
}
