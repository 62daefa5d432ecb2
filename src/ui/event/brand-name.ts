/** Brands that are not written like other names. */
const written: Record<string, string> = {
  baic: 'BAIC',
  citroen: 'Citroën',
  kia: 'Kia',
  'lynk-co': 'Lynk & Co',
  mclaren: 'McLaren',
  'mercedes-benz': 'Mercedes-Benz',
  ram: 'Ram',
  'rolls-royce': 'Rolls-Royce',
  seat: 'SEAT',
  skoda: 'Škoda',
  xpeng: 'XPeng',
}
/** Up to so many letters a brand is an abbreviation. */
const ABBREVIATION = 3

/** A brand of vehicles as its maker writes it: `alfa-romeo` is Alfa Romeo, `bmw` BMW. The same in every language. */
export function brandName(brand: string): string {
  const known = written[brand]
  if (known !== undefined) return known
  if (brand.length <= ABBREVIATION) return brand.toUpperCase()
  return brand
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
