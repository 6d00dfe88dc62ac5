export declare const workspaceRoot: string;

export declare function workspacePackages(root?: string): {
  name: string;
  directory: string;
  manifest: {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
    nx?: { targets?: { test?: { inputs?: string[] } } };
  };
  tags: string[];
}[];

export declare function isForDevelopmentOnly(tags: readonly string[]): boolean;
