import { createTestDatabase } from '../database.ts'
import { startForTests } from '../postgres-setup.ts'
import { readStatements } from './noted-statement.ts'
import { refusedOn } from './refused.ts'

/**
 * Runs every kind of statement that the service's tests ran on SQLite, and noted in this folder, on PostgreSQL as well. Fails with the words of
 * those that PostgreSQL refuses, and when there are hardly any.
 */
const LEAST_STATEMENTS = 500

const statements = readStatements(process.argv[2] ?? '')
process.env['TEST_DATABASE'] = 'postgres'
const server = await startForTests()
const database = await createTestDatabase()
const refused = await refusedOn(database.url, statements)
await database.drop()
await server.stop()

for (const one of refused) console.error(`PostgreSQL refuses: ${one}`)
console.log(`${statements.length - refused.length} of ${statements.length} kinds of statements that ran on SQLite run on PostgreSQL`)
const isEnough = statements.length >= LEAST_STATEMENTS
if (!isEnough) console.error(`There should be more than ${LEAST_STATEMENTS}: were they noted?`)
if (refused.length > 0 || !isEnough) process.exitCode = 1
