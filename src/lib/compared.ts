/** What becomes of a row of a list that is imported: what is sent of it, or where it is already. */
export type Compared<Item> = { standing: 'add' | 'change'; item: Item } | { standing: 'same' } | { standing: 'elsewhere'; place: string }
