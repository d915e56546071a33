import { testZorkLayout } from './zork-layout.testkit'

testZorkLayout([3, 4, 5, 6, 7, 8])
