import { maskName, maskPhone } from '#contract/masked.ts'

/** What was asked, JSON that may have been cut off, with the addresses and telephone numbers of people masked. */
export function maskDetail(json: string): string {
  return maskName(json).replace(/("phone":")([^"]*)/g, (_found, key: string, phone: string) => key + maskPhone(phone))
}
