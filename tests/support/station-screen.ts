import { randomBytes } from 'node:crypto'
import { stationPair } from '#contract/calls/station/station-pair.ts'
import { stationPairingBegin } from '#contract/calls/station/station-pairing-begin.ts'
import { stationPairingLook } from '#contract/calls/station/station-pairing-look.ts'
import { stationTicket } from '#contract/calls/station/station-ticket.ts'
import { stationToken } from '#contract/calls/station/station-token.ts'
import {
  stationClaim,
  stationProofText,
  stationPublicKey,
  type StationOutput,
  type StationProof,
  type StationUse,
} from '#contract/station.ts'
import type { TestService } from './service.ts'
import type { ServiceClient } from './service-client.ts'

/** Where a screen calls, and what time it is there. */
type Office = Pick<TestService, 'client' | 'now'>

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The screen of a viewing station as a browser is one: with a key that cannot be taken out of it. */
export class StationScreen {
  readonly client: ServiceClient
  readonly #service: Office
  readonly #keys: CryptoKeyPair
  sn = ''
  pairingCode = ''
  #pairing = { pairingId: '', secret: '' }
  #signedMs = 0
  /** The output that its token is for. */
  #voId: StationOutput = 1

  private constructor(service: Office, keys: CryptoKeyPair) {
    this.#service = service
    this.client = service.client()
    this.client.prove = () => this.prove('push')
    this.#keys = keys
  }

  /** A screen that shows its code. */
  static async start(service: Office): Promise<StationScreen> {
    const screen = new StationScreen(service, await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']))
    const publicKey = stationPublicKey.parse(await crypto.subtle.exportKey('jwk', screen.#keys.publicKey))
    const { pairingId, secret, pairingCode } = await screen.client.call(stationPairingBegin, { publicKey })
    screen.#pairing = { pairingId, secret }
    screen.pairingCode = pairingCode
    return screen
  }

  /** A screen that an administrator has paired, with a token for its first output. */
  static async paired(service: Office, office: ServiceClient, name: string, siteId = 'harbor-gate'): Promise<StationScreen> {
    const screen = await StationScreen.start(service)
    await office.call(stationPair, { pairingCode: screen.pairingCode, name, siteId })
    await screen.look()
    await screen.renew()
    return screen
  }

  /** The code of the failure, or whether it is paired by now. */
  async look(): Promise<boolean> {
    const { sn } = await this.client.call(stationPairingLook, this.#pairing)
    this.sn = sn ?? ''
    return sn !== undefined
  }

  /** A claim at this time of the service, signed with the screen's key. */
  async claim({ voId = 1, atMs = this.#nextMs() }: { voId?: StationOutput; atMs?: number } = {}) {
    const { sn } = this
    return { sn, voId, atMs, signature: await this.#sign(stationClaim({ sn, voId, atMs })) }
  }

  /** Proves for one use of the token it has that it has the key too. */
  async prove(use: StationUse, { voId = this.#voId, atMs = this.#service.now } = {}): Promise<StationProof> {
    const nonce = randomBytes(16).toString('base64url')
    return { atMs, nonce, signature: await this.#sign(stationProofText({ use, sn: this.sn, voId, atMs, nonce })) }
  }

  /** A ticket for a media socket. */
  async ticket(): Promise<string> {
    return (await this.client.call(stationTicket, await this.prove('ticket'))).ticket
  }

  async #sign(text: string): Promise<string> {
    const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, this.#keys.privateKey, new TextEncoder().encode(text))
    return Buffer.from(signed).toString('base64url')
  }

  /** Takes a new token. */
  async renew(voId: StationOutput = 1): Promise<void> {
    this.#voId = voId
    this.client.token = (await this.client.call(stationToken, await this.claim({ voId }))).token
  }

  #nextMs(): number {
    this.#signedMs = Math.max(this.#service.now, this.#signedMs + 1)
    return this.#signedMs
  }
}
