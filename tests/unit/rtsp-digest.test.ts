import { expect, test } from 'vitest'
import { Authorizer, parseChallenges, pickChallenge } from '#device/bridge/rtsp/digest.ts'
import { parseRtspUrl, redactUrl } from '#device/bridge/rtsp/rtsp-url.ts'

function answer(header: string, credentials: { username: string; password: string }, cnonce: string, method: string, uri: string): string {
  const challenge = pickChallenge(parseChallenges([header]))
  if (!challenge) throw new Error('nothing to answer')
  return new Authorizer(challenge, credentials, cnonce).header(method, uri)
}

const mufasa = { username: 'Mufasa', password: 'Circle of Life' }

test('RFC 7616 §3.9.1, MD5 and SHA-256', () => {
  const common = 'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"'
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
  const md5 = answer(`Digest ${common}, algorithm=MD5`, mufasa, cnonce, 'GET', '/dir/index.html')
  expect(md5).toContain('response="8ca523f5e9506fed4657c9700eebdbec"')
  expect(md5).toContain('nc=00000001')
  const sha = answer(`Digest ${common}, algorithm=SHA-256`, mufasa, cnonce, 'GET', '/dir/index.html')
  expect(sha).toContain('response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"')
  expect(sha).toContain('algorithm=SHA-256')
})

test('RFC 2069, without qop', () => {
  const header = 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"'
  const text = answer(header, { username: 'Mufasa', password: 'CircleOfLife' }, '', 'GET', '/dir/index.html')
  expect(text).toContain('response="1949323746fe6a43ef61f9606e7febea"')
  expect(text).toContain('opaque="5ccc069c403ebaf9f0171e9517f40e41"')
  expect(text).not.toContain('qop')
})

test('counts its requests', () => {
  const [challenge] = parseChallenges(['Digest realm="a", nonce="b", qop="auth"'])
  const authorizer = new Authorizer(challenge!, mufasa)
  expect([authorizer.header('OPTIONS', 'u'), authorizer.header('PLAY', 'u')].map((text) => /nc=(\d+)/.exec(text)?.[1])).toEqual([
    '00000001',
    '00000002',
  ])
})

test('takes the strongest of several challenges, in one header or in several', () => {
  const together = ['Basic realm="x, y", Digest realm="a\\"b", nonce="1", Digest realm="a", nonce="2", algorithm=SHA-256, qop="auth"']
  const apart = ['Basic realm="x"', 'Negotiate abc', 'Digest realm=a,nonce=1', 'Digest realm="a", nonce="2", algorithm=sha-256']
  expect(parseChallenges(together).map((each) => each.scheme)).toEqual(['basic', 'digest', 'digest'])
  expect(parseChallenges(together)[1]?.params.get('realm')).toBe('a"b')
  expect(pickChallenge(parseChallenges(together))?.params.get('nonce')).toBe('2')
  expect(pickChallenge(parseChallenges(apart))?.params.get('nonce')).toBe('2')
  expect(pickChallenge(parseChallenges(['Digest realm="a", nonce="1", algorithm=SHA-512', 'Basic realm="b"']))?.scheme).toBe('basic')
  expect(pickChallenge(parseChallenges(['Digest realm="a", nonce="1", qop="auth-int"', '', '=,"', 'Negotiate']))).toBeUndefined()
})

test('takes addresses apart, with whatever people use as a password', () => {
  expect(parseRtspUrl('rtsp://anna:p%40s%3As@10.0.0.5/cam?channel=1&subtype=0')).toEqual({
    host: '10.0.0.5',
    port: 554,
    label: '10.0.0.5:554',
    uri: 'rtsp://10.0.0.5:554/cam?channel=1&subtype=0',
    credentials: { username: 'anna', password: 'p@s:s' },
    isSecure: false,
    isUdp: false,
  })
  expect(parseRtspUrl('rtsp://anna:p@ss%@[::1]:8554/x')).toMatchObject({
    host: '::1',
    port: 8554,
    label: '[::1]:8554',
    credentials: { password: 'p@ss%' },
  })
  expect(parseRtspUrl('rtsp://camera')).toMatchObject({ uri: 'rtsp://camera:554', credentials: undefined })
  expect(parseRtspUrl('rtsps://camera/x')).toMatchObject({ port: 322, uri: 'rtsps://camera:322/x', isSecure: true })
})

test('keeps the wish for datagrams to itself', () => {
  const taken = (query: string) => parseRtspUrl(`rtsp://camera/x${query}`)
  expect(taken('?transport=udp')).toMatchObject({ uri: 'rtsp://camera:554/x', isUdp: true })
  expect(taken('?channel=1&transport=udp')).toMatchObject({ uri: 'rtsp://camera:554/x?channel=1', isUdp: true })
  expect(taken('?transport=udp&channel=1')).toMatchObject({ uri: 'rtsp://camera:554/x?channel=1', isUdp: true })
  expect(taken('?transport=tcp')).toMatchObject({ uri: 'rtsp://camera:554/x?transport=tcp', isUdp: false })
})

test('shows addresses without their secrets', () => {
  expect(redactUrl('rtsp://anna:s3cret@camera:554/main?user=anna&password=s3cret')).toBe('rtsp://…@camera:554/main?user=…&password=…')
  expect(redactUrl('rtsp://camera/user=anna_password=s3cret_channel=1.sdp')).toBe('rtsp://camera/user=…_password=…_channel=1.sdp')
  expect(redactUrl('s3cret')).toBe('rtsp://…')
})
