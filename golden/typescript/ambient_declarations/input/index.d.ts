declare module "virtual:settings" {
  const settings: Record<string, string>;
  export default settings;
}
declare module "*.css";

export declare namespace tools {
  function run(command: string): void;
  namespace deep {
    interface Options {
      cwd?: string;
    }
  }
}
export declare const version: string, major: number;
export as namespace Tools;
