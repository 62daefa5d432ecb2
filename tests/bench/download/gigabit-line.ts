/** Of `npm run bench -- download`: a line to the port given that brings back no more bytes a second than given; says its own port. */
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

const [port = '', bytesPerS = ''] = process.argv.slice(2)
const proxy = new TcpProxy(Number(port))
proxy.thinBack(Number(bytesPerS))
process.send?.(await proxy.listen())
process.once('disconnect', () => process.exit(0))
