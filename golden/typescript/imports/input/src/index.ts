export * from './shapes';
export { mixColours as mix } from './colours';
