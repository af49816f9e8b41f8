export * as shapes from "./shapes.js";
export { Board, BoardError } from "./board.js";
