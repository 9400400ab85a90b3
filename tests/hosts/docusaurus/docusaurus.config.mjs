// As plain as Docusaurus comes: documents alone, at the root.
export default {
  title: "Runbook",
  url: "https://headroom-host.example",
  baseUrl: "/",
  // None; the browser would otherwise ask for one that is not there.
  favicon: "data:,",
  onBrokenLinks: "throw",
  scripts: [{ src: "https://headroom.example/embed.js", async: true }],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false, pages: false, sitemap: false }]],
};
