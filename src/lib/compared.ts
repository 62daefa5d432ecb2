/** What becomes of a row of a list that is imported: what is sent of it, where it is already, or that it names a site that is not there. */
export type Compared<Item> =
  | { standing: 'add' | 'change'; item: Item }
  | { standing: 'same' }
  | { standing: 'no-site' }
  | { standing: 'elsewhere'; place: string }
