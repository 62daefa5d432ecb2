import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { deviceCommands } from '#contract/device-commands.ts'
import { fromDevice, toDevice } from '#contract/device-gateway.ts'
import { deviceAnswer, deviceAsk } from '#contract/device-pass-through.ts'
import { writeFailure, writeSuccess } from '#contract/envelope.ts'
import { mediaAlive, mediaMessage, mediaRequest } from '#contract/media.ts'
import { commands } from '#contract/plugin/command-registry.ts'
import { pushMessage, pushRequest } from '#contract/push.ts'
import { pastAnswer, pastAsk } from '#contract/recorded-media.ts'
import { registry } from '#contract/registry.ts'
import { passwordRule } from '#contract/rules.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { writeRequest } from '#contract/write-request.ts'
import known from '#tests/fixtures/contract-hash.json' with { type: 'json' }
import { describeSchema } from '#tests/support/describe-schema.ts'

/** In an order that no arrangement of the registry changes. */
const callsByPath = Object.values(registry).toSorted((one, other) => (one.path < other.path ? -1 : 1))

/** Everything that crosses a wire, as plain data. */
function describeWire(): unknown {
  return {
    envelope: [
      writeRequest({ a: 1 }, { id: 'id', nonce: 'nonce', nowMs: 1 }).replace(CONTRACT_VERSION, ''),
      writeSuccess(1),
      writeFailure(1000, 'no'),
    ],
    calls: callsByPath.map(({ input, output, ...call }) => ({
      ...call,
      input: describeSchema(input),
      output: describeSchema(output),
    })),
    commands: Object.values(commands).map(({ name, request, reply }) => ({
      name,
      request: describeSchema(request),
      reply: describeSchema(reply),
    })),
    sockets: [
      pushRequest,
      pushMessage,
      mediaRequest,
      mediaAlive,
      mediaMessage,
      deviceAsk,
      deviceAnswer,
      pastAsk,
      pastAnswer,
      fromDevice,
      toDevice,
    ].map(describeSchema),
    deviceCommands: Object.entries(deviceCommands).map(([name, { request, result }]) => ({
      name,
      request: describeSchema(request),
      result: describeSchema(result),
    })),
    rules: [passwordRule].map(describeSchema),
  }
}

test('the wire does not change without a new version', () => {
  const hash = createHash('sha256').update(JSON.stringify(describeWire())).digest('hex')
  expect(
    { version: CONTRACT_VERSION, hash },
    'The wire has changed. Raise CONTRACT_VERSION in contract/version.ts, and put the version and hash received here into tests/fixtures/contract-hash.json.',
  ).toEqual(known)
})

test('a schema is described down to its limits, and alike each time', () => {
  const schema = (most: number) => z.object({ b: z.optional(z.string().check(z.maxLength(most))), a: z.array(z.enum(['x', 'y'])) })
  const text = (most: number) => JSON.stringify(describeSchema(schema(most)))
  expect(text(5)).toBe(text(5))
  expect(text(5)).not.toBe(text(6))
  expect(JSON.stringify(describeSchema(z.string().check(z.regex(/^a/))))).not.toBe(
    JSON.stringify(describeSchema(z.string().check(z.regex(/^b/)))),
  )
})
