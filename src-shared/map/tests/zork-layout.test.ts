import { testZorkLayout } from './zork-layout.testkit'

// Other seeds are in zork-layout.long.test.ts.
testZorkLayout([1, 2])
