/**
 * What the focus is given back to may be gone with what was done, at once or when its list is there anew: then the dialog that is still open
 * has it, else the page, and not nobody. Until somebody presses something.
 */
export function keepFocus(): void {
  const changes = new MutationObserver(() => {
    if (document.activeElement === document.body) [...document.querySelectorAll<HTMLElement>('main, dialog:modal')].at(-1)?.focus()
  })
  changes.observe(document.body, { childList: true, subtree: true })
  for (const press of ['keydown', 'pointerdown']) addEventListener(press, () => changes.disconnect(), { once: true, capture: true })
}
