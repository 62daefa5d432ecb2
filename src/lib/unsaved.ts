/** Open forms in which somebody has typed, each with its place in the document. What is found outside of a form, such as a search, is nobody's work. */
const touched = new Map<object, Element | null>()

/** Somebody has typed in this form, which stands there. */
export function noteUnsaved(form: object, place: Element | null): void {
  touched.set(form, place)
}

/** This form was sent, emptied or closed. */
export function settleUnsaved(form: object): void {
  touched.delete(form)
}

/** Whether a form is open in which somebody has typed, in this part of the document: what takes it away would lose that. */
export function hasUnsaved(part?: Node): boolean {
  // A form that is only hidden for a while is closed for its effects, and still holds what was typed.
  for (const [form, place] of touched) if (place?.isConnected === false) touched.delete(form)
  return part === undefined ? touched.size > 0 : [...touched.values()].some((place) => part.contains(place))
}

/** What is typed in forms now is given up; only what is typed from here on counts as unsaved. */
export function forgetUnsaved(): void {
  touched.clear()
}
