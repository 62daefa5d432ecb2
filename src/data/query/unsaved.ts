/** Forms in which somebody has typed. What is found outside of a form, such as a search, is nobody's work. */
const touched = new Set<HTMLFormElement>()

/** Notices in which forms somebody types. Called once, at the start. */
export function watchForms(): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form !== null) touched.add(form)
  })
  document.addEventListener('reset', ({ target }) => touched.delete(target as HTMLFormElement))
}

/** Whether a form is open in which somebody has typed, in this part of the document: what takes it away would lose that. */
export function hasUnsaved(part: Node = document): boolean {
  for (const form of touched) if (!form.isConnected) touched.delete(form)
  return [...touched].some((form) => part.contains(form))
}

/** What is typed in forms now is given up; only what is typed from here on counts as unsaved. */
export function forgetUnsaved(): void {
  touched.clear()
}
