import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { deviceStatuses, deviceTypes } from '#contract/enums.ts'
import { stationProofText, stationPublicKey, type StationProof } from '#contract/station.ts'
import type { Db } from '#server/db/open.ts'
import { randomSecret, sha256 } from '#server/runtime/secrets.ts'
import { parts, siteOf } from './fleet.ts'

const ORGANIZATION = 'harbor-logistics'
const TOKEN_LIFE_MS = 60 * 60_000

/**
 * Adds viewing stations that are paired to the demonstration organization, in turns to its sites. Answers with a token for the first output of each, and its key: only so many
 * screens may wait at one address, and a minute would pass for each forty of them.
 */
export async function addStations(db: Db, count: number): Promise<{ sn: string; token: string; prove: () => StationProof }[]> {
  const nowMs = Date.now()
  const stations = Array.from({ length: count }, (_, index) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const sn = stationSn(index)
    return { sn, token: `vs.${randomSecret()}`, publicKey, prove: () => proofOf(sn, privateKey) }
  })
  const kept = { organization_id: ORGANIZATION, paired_at_ms: nowMs }
  const device = (index: number) => ({
    sn: stationSn(index),
    dev_type: deviceTypes.viewingStation,
    name: `Screen ${String(index + 1).padStart(3, '0')}`,
    model: '',
    version: '',
    key_hex: '',
    organization_id: ORGANIZATION,
    site_id: siteOf(index),
    status: deviceStatuses.unknown,
    status_since_ms: nowMs,
  })
  await db.transaction().execute(async (inside) => {
    for (const some of parts(count)) {
      const keys = some.map((index) => ({ ...kept, sn: stationSn(index), public_key_json: jwkOf(stations[index]?.publicKey) }))
      const outputs = some.flatMap((index) =>
        [1, 2].map((vo_id) => ({ sn: stationSn(index), vo_id, turns_json: '[]', is_muted: 1, signed_ms: 0 })),
      )
      const tokens = some.map((index) => ({
        sn: stationSn(index),
        vo_id: 1,
        token_sha256: sha256(stations[index]?.token ?? ''),
        expires_at_ms: nowMs + TOKEN_LIFE_MS,
      }))
      await inside.insertInto('device').values(some.map(device)).execute()
      await inside.insertInto('station').values(keys).execute()
      await inside.insertInto('station_output').values(outputs).execute()
      await inside.insertInto('station_token').values(tokens).execute()
    }
  })
  return stations
}

function stationSn(index: number): string {
  return `VSBENCH${String(index).padStart(5, '0')}`
}

function jwkOf(key: KeyObject | undefined): string {
  return JSON.stringify(stationPublicKey.parse(key?.export({ format: 'jwk' })))
}

/** That the screen has its key, for its push connection. */
function proofOf(sn: string, key: KeyObject): StationProof {
  const claim = { atMs: Date.now(), nonce: randomBytes(16).toString('base64url') }
  const text = Buffer.from(stationProofText({ use: 'push', sn, voId: 1, ...claim }))
  return { ...claim, signature: sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url') }
}
