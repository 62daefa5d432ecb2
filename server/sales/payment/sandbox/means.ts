import { codeOf, type ErrorCode } from '#contract/errors.ts'
import { payTypes, type PayType } from '#contract/payment.ts'

/** What becomes of a payment with a card. */
export type CardOutcome =
  /** `later`: why the bank refuses it when it is charged again, with nobody there. */
  | { readonly kind: 'paid'; readonly disputeEnd?: 'won' | 'lost'; readonly later?: ErrorCode }
  | { readonly kind: 'refused'; readonly fault: ErrorCode; readonly says: string }
  /** The bank never answers. */
  | { readonly kind: 'silent' }

/** The sandbox's cards. Any other number is refused. */
export const sandboxCards: Readonly<Record<string, { readonly label: string; readonly outcome: CardOutcome }>> = {
  '4242424242424242': { label: 'succeeds', outcome: { kind: 'paid' } },
  '4000000000000002': { label: 'fails', outcome: { kind: 'refused', fault: codeOf('card-declined'), says: 'The card was declined.' } },
  '4000000000006975': {
    label: 'exceeds the card’s limit',
    outcome: { kind: 'refused', fault: codeOf('card-limit-exceeded'), says: 'The card’s limit is exceeded.' },
  },
  '4000000000009987': {
    label: 'account restricted',
    outcome: { kind: 'refused', fault: codeOf('card-account-restricted'), says: 'The card’s account is restricted.' },
  },
  '4000000000009995': {
    label: 'exceeds the available funds',
    outcome: { kind: 'refused', fault: codeOf('insufficient-funds'), says: 'The amount exceeds the available funds.' },
  },
  '4000000000000119': { label: 'times out', outcome: { kind: 'silent' } },
  '4000000000000259': {
    label: 'succeeds, is charged back a minute later, and the dispute is lost',
    outcome: { kind: 'paid', disputeEnd: 'lost' },
  },
  '4000000000001976': {
    label: 'succeeds, is charged back a minute later, and the dispute is won',
    outcome: { kind: 'paid', disputeEnd: 'won' },
  },
  '4000000000000341': {
    label: 'succeeds once, and is refused when something renews itself',
    outcome: { kind: 'paid', later: codeOf('insufficient-funds') },
  },
}

/** What each of the two wallets holds: by its name, the card that is behind it. */
export const walletMeans: Readonly<Record<string, string>> = {
  'balance@wallet.example': '4242424242424242',
  'declined@wallet.example': '4000000000000002',
  'limit@wallet.example': '4000000000006975',
  'restricted@wallet.example': '4000000000009987',
  'poor@wallet.example': '4000000000009995',
  'silent@wallet.example': '4000000000000119',
  'dispute-lost@wallet.example': '4000000000000259',
  'dispute-won@wallet.example': '4000000000001976',
  'once@wallet.example': '4000000000000341',
}

const unknownMeans: CardOutcome = { kind: 'refused', fault: codeOf('card-declined'), says: 'The card was declined.' }

/** `text`: a card's number as a person types it, with spaces or without; of a wallet the name of what it holds. */
export function outcomeOf(payType: PayType, text: string): CardOutcome {
  const number = payType === payTypes.card ? text.replaceAll(/[\s-]/g, '') : (walletMeans[text] ?? '')
  return sandboxCards[number]?.outcome ?? unknownMeans
}
