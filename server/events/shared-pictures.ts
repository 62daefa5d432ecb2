/** Pictures that many events show lie below this key, and stay when an event is forgotten: those of the demonstration. */
export const SHARED_PICTURES = 'demonstration/'
